"""Makes of what cargo-cyclonedx writes the bill of materials of the image: only what is linked, no path of the machine, and the C and Rust
libraries that a static binary brings along. Reads the bill on standard input, writes it to standard output.
Arguments: the folder that cargo-cyclonedx ran in, a file with a line `name vVERSION` for each crate that cargo links, and for each library
beside them its name, version, licence and package URL."""

import json
import pathlib
import sys

folder, linked_file, *libraries = sys.argv[1:]
bill = json.loads(sys.stdin.read().replace(folder.rstrip("/"), "/tabuleiro"))

linked = {tuple(line.split()[:2]) for line in pathlib.Path(linked_file).read_text().splitlines()}
own = bill["metadata"]["component"]
linked.discard((own["name"], "v" + own["version"]))
# The whole workspace shares one set of features in `cargo metadata`, so that it knows of more than this binary needs.
bill["components"] = [
    component for component in bill["components"] if (component["name"], "v" + component["version"]) in linked
]
missing = linked - {(component["name"], "v" + component["version"]) for component in bill["components"]}
if missing:
    sys.exit(f"cargo links what the bill does not list: {sorted(missing)}")

here = {own["bom-ref"]} | {component["bom-ref"] for component in bill["components"]}
bill["dependencies"] = [
    {"ref": each["ref"], "dependsOn": sorted(ref for ref in each.get("dependsOn", []) if ref in here)}
    for each in bill["dependencies"]
    if each["ref"] in here
]
for name, version, licence, purl in zip(*[iter(libraries)] * 4, strict=True):
    bill["components"].append(
        {
            "type": "library",
            "bom-ref": purl,
            "name": name,
            "version": version,
            "scope": "required",
            "licenses": [{"expression": licence}],
            "purl": purl,
        }
    )
    next(each for each in bill["dependencies"] if each["ref"] == own["bom-ref"])["dependsOn"].append(purl)
    bill["dependencies"].append({"ref": purl, "dependsOn": []})

json.dump(bill, sys.stdout, indent=2, sort_keys=True, ensure_ascii=False)
print()
