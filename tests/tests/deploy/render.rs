//! The renders of every overlay and combination, as `deploy/check --write` leaves them.

use std::{collections::BTreeMap, fs, path::PathBuf, sync::OnceLock};

use k8s_openapi::api::apps::v1::Deployment;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// One overlay or combination.
pub(crate) struct Render {
    pub(crate) name: String,
    pub(crate) objects: Vec<Value>,
}

/// `deploy/` of the repository.
pub(crate) fn deploy() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy"))
}

/// All of them, read once; at least the three overlays.
pub(crate) fn renders() -> &'static [Render] {
    static ALL: OnceLock<Vec<Render>> = OnceLock::new();
    ALL.get_or_init(read)
}

fn read() -> Vec<Render> {
    let mut all = Vec::new();
    for entry in fs::read_dir(deploy().join("rendered")).expect("deploy/rendered") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a render");
        all.push(Render {
            name: path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned(),
            objects: serde_saphyr::from_multiple(&text).expect("YAML"),
        });
    }
    for overlay in ["dev", "prod", "mtls"] {
        assert!(
            all.iter().any(|render| render.name == overlay),
            "no render of the overlay {overlay}"
        );
    }
    all
}

/// The kind of an object.
pub(crate) fn kind(object: &Value) -> &str {
    object["kind"].as_str().expect("a kind")
}

/// The name of an object.
pub(crate) fn name(object: &Value) -> &str {
    object["metadata"]["name"].as_str().expect("a name")
}

impl Render {
    /// The objects of one kind.
    pub(crate) fn of(&self, wanted: &str) -> impl Iterator<Item = &Value> {
        self.objects
            .iter()
            .filter(move |object| kind(object) == wanted)
    }

    /// The objects of one kind, typed.
    pub(crate) fn typed<T: DeserializeOwned>(&self, wanted: &str) -> Vec<T> {
        self.of(wanted)
            .map(|object| T::deserialize(object).expect("an object of its type"))
            .collect()
    }

    /// The Deployment of the server.
    pub(crate) fn server(&self) -> Deployment {
        let mut all = self.typed::<Deployment>("Deployment");
        all.retain(|deployment| deployment.metadata.name.as_deref() == Some("tabuleiro-server"));
        assert_eq!(all.len(), 1, "{}: one Deployment of the server", self.name);
        all.remove(0)
    }

    /// The environment that the server gets, as far as it stands in the manifests.
    pub(crate) fn environment(&self) -> BTreeMap<String, String> {
        let pod = self.server().spec.expect("a spec").template.spec;
        let container = &pod.expect("a pod").containers[0];
        let mut environment = BTreeMap::new();
        for source in container.env_from.iter().flatten() {
            let wanted = &source.config_map_ref.as_ref().expect("a ConfigMap").name;
            let map = self.of("ConfigMap").find(|map| name(map) == wanted);
            let data = map.and_then(|map| map["data"].as_object());
            for (key, value) in data.expect("the ConfigMap that is named") {
                environment.insert(key.clone(), value.as_str().expect("text").to_owned());
            }
        }
        for variable in container.env.iter().flatten() {
            let value = variable.value.clone().unwrap_or_default();
            environment.insert(variable.name.clone(), value);
        }
        environment
    }
}
