"""Takes out of a render what `podman kube play` can run: the Deployment and its ConfigMap. Arguments: the render, the image's tag."""

import pathlib
import sys

import yaml

render, tag = sys.argv[1:]
documents = [
    document
    for document in yaml.safe_load_all(pathlib.Path(render).read_text())
    if document["kind"] in ("ConfigMap", "Deployment")
]
for document in documents:
    if document["kind"] == "Deployment":
        for container in document["spec"]["template"]["spec"]["containers"]:
            container["image"] = f"localhost/{tag}"
        # podman 4.3 reads this field without asking whether it is there; false is what its absence means.
        for volume in document["spec"]["template"]["spec"]["volumes"]:
            volume["secret"]["optional"] = False
yaml.safe_dump_all(documents, sys.stdout, sort_keys=False)
