//! The service that is asked: at an address, or within this process.

use tabuleiro_client::Client;

use crate::{args::Global, failure::Failure, lang::Told};

/// Connects, or starts a service of our own.
pub(crate) async fn connect(global: &Global) -> Result<Client, Failure> {
    let locale = global.lang.tag();
    match &global.endpoint {
        Some(url) => {
            let builder = global
                .security
                .settings(Client::builder(url).locale(locale))?;
            let hint = Told::by(|lang| {
                let says = lang.say(
                    "is a service running there? `tabuleiro-server` starts one",
                    "há ali um serviço? `tabuleiro-server` inicia um",
                );
                format!("{says} ({url})")
            });
            builder.connect().await.map_err(|error| {
                let unreachable = error.is_unavailable();
                Failure::from(error).with_notes(unreachable.then_some(hint))
            })
        }
        None => {
            let channel = tabuleiro_server::embedded::channel()
                .await
                .map_err(|error| Failure::Embedded(error.to_string()))?;
            Ok(Client::from_channel(channel)
                .with_locale(locale)
                .with_deadline(None))
        }
    }
}
