//! The flag that opens the server to browsers.

use http::{HeaderValue, Uri};

use super::{identity::list, values::Collector};

/// Which web pages may call. No origin: neither gRPC-Web nor HTTP/1.1 is spoken.
#[derive(Clone, Debug, Default)]
pub struct Web {
    /// The origins that are let in, unless every one is.
    pub origins: Vec<HeaderValue>,
    /// Whether every page may call.
    pub any: bool,
}

impl Web {
    /// Whether any page may call.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.any || !self.origins.is_empty()
    }
}

/// See [`Web`].
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Browsers")]
pub struct WebFlags {
    /// Origins of web pages that may call by gRPC-Web, separated by commas, such as `https://play.example`; `*` lets every
    /// page call. Unset: neither gRPC-Web nor HTTP/1.1 is spoken.
    #[arg(long, env = "TABULEIRO_WEB_ORIGIN", value_name = "ORIGIN,…")]
    pub web_origin: Option<String>,
}

impl WebFlags {
    pub(super) fn resolve(&self, faults: &mut Collector) -> Web {
        let mut web = Web::default();
        for part in list(self.web_origin.as_deref()) {
            if part == "*" {
                web.any = true;
            } else if let Some(origin) = origin(&part) {
                web.origins.push(origin);
            } else {
                faults.add(
                    "--web-origin",
                    &part,
                    "expected an origin as browsers send it, such as https://play.example or http://localhost:5173, or *",
                );
            }
        }
        web
    }
}

/// Scheme, host and port, in lower case and without a path: browsers compare byte by byte.
fn origin(text: &str) -> Option<HeaderValue> {
    let uri: Uri = text.parse().ok()?;
    let authority = uri.authority()?;
    let exact = matches!(uri.scheme_str(), Some("http" | "https"))
        && format!("{}://{authority}", uri.scheme_str()?) == text
        && !text.contains('@')
        && !text.bytes().any(|byte| byte.is_ascii_uppercase());
    exact.then(|| HeaderValue::from_str(text).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_what_browsers_send() {
        for good in [
            "https://play.example",
            "http://localhost:5173",
            "http://[::1]:80",
        ] {
            assert!(origin(good).is_some(), "{good}");
        }
        for wrong in [
            "play.example",
            "https://play.example/",
            "https://play.example/a",
            "https://Play.example",
            "https://a@play.example",
            "ftp://play.example",
            "null",
            "",
        ] {
            assert!(origin(wrong).is_none(), "{wrong}");
        }
    }
}
