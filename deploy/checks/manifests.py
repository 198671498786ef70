"""Validates rendered manifests strictly: built-in kinds against the schemas of the oldest and the newest supported Kubernetes, custom
resources against deploy/schemas. A field that no schema knows is a failure, and each object is also broken on purpose, to see that it
would be noticed. Arguments: rendered files."""

import copy
import json
import pathlib
import sys

import jsonschema
import kubernetes_validate
import yaml

# 1.31: the oldest in which everything that the manifests use is stable, or beta and on by default (preStop sleep since 1.30).
VERSIONS = ["1.31", "1.37"]
SCHEMAS = pathlib.Path(__file__).parent.parent / "schemas"


def check(document):
    """Raises an error of either library when the document does not fit."""
    api, kind = document["apiVersion"], document["kind"]
    custom = SCHEMAS / f"{api.replace('/', '-')}-{kind.lower()}.json"
    if custom.exists():
        jsonschema.Draft202012Validator(json.loads(custom.read_text())).validate(document)
        return
    for version in VERSIONS:
        kubernetes_validate.validate(document, version, strict=True)


def faults(document):
    try:
        check(document)
    except (jsonschema.ValidationError, kubernetes_validate.SchemaNotFoundError) as error:
        where = "/".join(str(part) for part in getattr(error, "absolute_path", []))
        yield f"{document['kind']} {document['metadata']['name']}: {where}: {error.message}"
        return
    part = "spec" if "spec" in document else "metadata"
    broken = copy.deepcopy(document)
    broken[part]["notAField"] = 1
    try:
        check(broken)
    except jsonschema.ValidationError:
        return
    yield f"{document['kind']} {document['metadata']['name']}: the schema accepts an unknown field in {part}"


def main(files):
    found, objects = [], 0
    for file in files:
        for document in yaml.safe_load_all(pathlib.Path(file).read_text()):
            objects += 1
            found += [f"{file}: {fault}" for fault in faults(document)]
    for fault in found:
        print(fault, file=sys.stderr)
    print(f"{objects} objects in {len(files)} renders, {len(found)} faults")
    return 1 if found or not objects else 0


sys.exit(main(sys.argv[1:]))
