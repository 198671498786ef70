"""Looks into an image: nothing in it but the program, its licences and its bill of materials; small, labelled, without a user's rights; the
bill is CycloneDX as its schema says, names no path or moment of the machine that built it, and every crate in it has its licence.
Arguments: the image's description as `podman image inspect` gives it, and its file system as a tar file."""

import json
import pathlib
import re
import sys
import tarfile

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

LIMIT = 20_000_000
FILES = {
    "tabuleiro-server",
    "sbom/tabuleiro-server.cdx.json",
    "licenses/GPL-3.0.txt",
    "licenses/LGPL-2.1.txt",
    "licenses/crates.txt",
    "licenses/gcc-runtime.txt",
    "licenses/glibc.txt",
    "licenses/rust-standard-library.html",
}
LABELS = {
    "title": "tabuleiro-server",
    "description": ".+",
    "licenses": "GPL-3.0-or-later",
    "source": "https://.+",
    "version": r"\d+\.\d+\.\d+.*",
    "revision": "[0-9a-f]{40}(-dirty)?",
    "created": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
}
# What the container engine itself puts in when it makes a container.
ENGINE = {"dev", "proc", "sys", "run", "etc"}


def description_faults(image):
    config = image["Config"]
    if config.get("User") != "65532:65532":
        yield f"it runs as {config.get('User')!r}"
    if config.get("Entrypoint") != ["/tabuleiro-server"] or config.get("Cmd"):
        yield "it starts something else than the server"
    if image["Size"] > LIMIT:
        yield f"{image['Size']} bytes are more than {LIMIT}"
    for name, form in LABELS.items():
        value = image["Labels"].get(f"org.opencontainers.image.{name}", "")
        if not re.fullmatch(form, value):
            yield f"the label {name} is {value!r}"


def file_faults(members):
    files = {name for name, member in members.items() if member.isfile() and name.split("/")[0] not in ENGINE}
    if files != FILES:
        yield f"files: {sorted(files ^ FILES)} should or should not be there"
    for name in files & FILES:
        member = members[name]
        wanted = 0o755 if name == "tabuleiro-server" else 0o644
        if (member.uid, member.gid, member.mode & 0o7777) != (0, 0, wanted):
            yield f"{name} belongs to {member.uid}:{member.gid} with mode {member.mode:o}"
    if len({members[name].mtime for name in files & FILES}) != 1:
        yield "the files are not all of one moment"


def bill_faults(text, crates):
    faults = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
    if faults:
        yield f"the bill of materials is not CycloneDX 1.5: {faults}"
    bill = json.loads(text)
    if "serialNumber" in bill or re.search(r"(/home/|/root/|/work/|\.cargo)", text):
        yield "the bill of materials says where or when it was made"
    refs = {bill["metadata"]["component"]["bom-ref"]} | {each["bom-ref"] for each in bill["components"]}
    if {each["ref"] for each in bill["dependencies"]} != refs:
        yield "the bill's components and its dependencies are not the same"
    used = set(re.findall(r"^  (\S+ \d\S*?),? *(?:$|http)", crates, re.MULTILINE))
    for component in bill["components"]:
        if not component.get("licenses"):
            yield f"{component['name']} has no licence in the bill"
        name = f"{component['name']} {component['version']}"
        if component["purl"].startswith("pkg:cargo/") and name not in used:
            yield f"{name} is linked, and its licence is not in crates.txt"
    print(f"{len(refs)} components in the bill, {len(used)} crates with their licences")


def main(description, file_system):
    image = json.loads(pathlib.Path(description).read_text())[0]
    with tarfile.open(file_system) as tar:
        members = {member.name.removeprefix("./").rstrip("/"): member for member in tar}
        found = [*description_faults(image), *file_faults(members)]
        read = {name: tar.extractfile(members[name]).read() for name in FILES & set(members)}
    if not found:
        crates = read["licenses/crates.txt"].decode()
        found += bill_faults(read["sbom/tabuleiro-server.cdx.json"].decode(), crates)
        if b"GNU GENERAL PUBLIC LICENSE" not in read["licenses/GPL-3.0.txt"]:
            found.append("the GPL is not the GPL")
    for fault in found:
        print(fault, file=sys.stderr)
    print(f"{image['Size']} bytes, id {image['Id']}, digest {image['Digest']}")
    return 1 if found else 0


sys.exit(main(*sys.argv[1:]))
