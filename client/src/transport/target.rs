//! What the caller named: a scheme, a host, a port.

use std::net::{IpAddr, SocketAddr};

use http::{Uri, uri::Authority, uri::Scheme};

/// The port of the service where an address names none.
const PORT: u16 = 50051;

/// One address that the caller gave: a name with any number of addresses behind it, or an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) tls: bool,
    /// Without the brackets of an IPv6 address.
    pub(crate) host: String,
    pub(crate) port: u16,
    authority: Authority,
}

impl Target {
    /// Reads `http://host:port`, `https://host:port` or `host:port`.
    pub(crate) fn read(address: &str) -> Result<Target, String> {
        let (tls, rest) = match address.split_once("://") {
            None => (false, address),
            Some(("http", rest)) => (false, rest),
            Some(("https", rest)) if cfg!(feature = "tls") => (true, rest),
            Some(("https", _)) => {
                return Err("this build has no TLS; put http:// before the address, or build with the feature `tls`".to_owned());
            }
            Some((scheme, _)) => {
                return Err(format!(
                    "http:// and https:// are understood, {scheme}:// is not"
                ));
            }
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.is_empty() {
            return Err("it names no host: it is empty".to_owned());
        }
        if rest.contains('/') {
            return Err("a path after the host has no meaning here".to_owned());
        }
        if rest.contains('@') {
            return Err("a user name has no meaning here; use a token".to_owned());
        }
        let authority: Authority = rest
            .parse()
            .map_err(|_| "it is no host and port: invalid character or shape".to_owned())?;
        let host = authority.host();
        let host = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'))
            .unwrap_or(host);
        if host.is_empty() {
            return Err("it names no host".to_owned());
        }
        let port = match rest[authority.host().len()..].strip_prefix(':') {
            None if tls => 443,
            None => PORT,
            Some(port) => port
                .parse()
                .map_err(|_| "its port is no number up to 65535".to_owned())?,
        };
        Ok(Target {
            tls,
            host: host.to_owned(),
            port,
            authority,
        })
    }

    /// The address, if it is one and no name.
    pub(crate) fn literal(&self) -> Option<SocketAddr> {
        let ip: IpAddr = self.host.parse().ok()?;
        Some(SocketAddr::new(ip, self.port))
    }

    /// The same path at this target.
    pub(crate) fn uri(&self, uri: &Uri) -> Option<Uri> {
        let scheme = if self.tls {
            Scheme::HTTPS
        } else {
            Scheme::HTTP
        };
        Uri::builder()
            .scheme(scheme)
            .authority(self.authority.clone())
            .path_and_query(uri.path_and_query()?.clone())
            .build()
            .ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_address_says_what_is_wrong_with_it() {
        for (address, why) in [
            ("ftp://a.example", "ftp://"),
            ("http://", "empty"),
            ("", "empty"),
            ("http://a b", "invalid"),
            ("http://a:", "port"),
            ("http://a:99999", "port"),
            ("http://:5", "host"),
            ("http://a/b", "path"),
            ("http://me@a", "user"),
        ] {
            let error = Target::read(address).expect_err(address);
            assert!(error.contains(why), "{address}: {error}");
        }
        if !cfg!(feature = "tls") {
            let error = Target::read("https://a.example").expect_err("no TLS");
            assert!(error.contains("TLS"), "{error}");
        }
    }

    #[test]
    fn names_and_addresses_are_told_apart() {
        let named = Target::read("localhost:7").expect("a name");
        assert_eq!(
            (named.host.as_str(), named.port, named.literal()),
            ("localhost", 7, None)
        );
        let bare = Target::read("rules.example").expect("a name");
        assert_eq!(bare.port, PORT);
        let v6 = Target::read("http://[::1]:9/").expect("an address");
        assert_eq!(v6.literal(), "[::1]:9".parse().ok());
        let path = Uri::from_static("/a.B/C");
        assert_eq!(
            v6.uri(&path).expect("a URI").to_string(),
            "http://[::1]:9/a.B/C"
        );
    }
}
