//! Listening sockets: one per address, or one per address and core (SO_REUSEPORT), between which the kernel then
//! spreads new connections.

use std::{
    io,
    net::{SocketAddr, TcpListener},
};

use socket2::{Domain, Protocol, Socket, Type};

use crate::server::StartError;

/// Connections that may wait to be accepted.
const BACKLOG: i32 = 1024;

/// Bound sockets: for each worker, one for each address.
#[derive(Debug)]
pub(crate) struct Bound {
    /// The addresses, with their real ports.
    pub(crate) addresses: Vec<SocketAddr>,
    /// One set of listeners for each worker.
    pub(crate) listeners: Vec<Vec<TcpListener>>,
}

/// Binds every address `copies` times. A loopback address of a protocol that the machine does not have is left out
/// with a warning, as long as another one is there: the defaults name both loopbacks.
pub(crate) fn bind(addresses: &[SocketAddr], copies: usize) -> Result<Bound, StartError> {
    let mut bound = Bound {
        addresses: Vec::new(),
        listeners: std::iter::repeat_with(Vec::new)
            .take(copies.max(1))
            .collect(),
    };
    let shared = copies > 1;
    for &address in addresses {
        match bind_one(address, copies.max(1), shared) {
            Ok((local, listeners)) => {
                bound.addresses.push(local);
                for (of_worker, listener) in bound.listeners.iter_mut().zip(listeners) {
                    of_worker.push(listener);
                }
            }
            Err(error)
                if address.is_ipv6()
                    && address.ip().is_loopback()
                    && !bound.addresses.is_empty() =>
            {
                tracing::warn!(%address, %error, "not listening here");
            }
            Err(source) => return Err(StartError::Listen { address, source }),
        }
    }
    Ok(bound)
}

fn bind_one(
    address: SocketAddr,
    copies: usize,
    shared: bool,
) -> io::Result<(SocketAddr, Vec<TcpListener>)> {
    let first = listener(address, shared)?;
    // A free port is chosen once, and the other copies share it.
    let local = first.local_addr()?;
    let mut all = vec![first];
    for _ in 1..copies {
        all.push(listener(local, shared)?);
    }
    Ok((local, all))
}

fn listener(address: SocketAddr, shared: bool) -> io::Result<TcpListener> {
    let socket = Socket::new(
        Domain::for_address(address),
        Type::STREAM,
        Some(Protocol::TCP),
    )?;
    // As the standard library does where the port of a closed server would stay taken for a while.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    #[cfg(unix)]
    if shared {
        socket.set_reuse_port(true)?;
    }
    #[cfg(not(unix))]
    let _ = shared;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: SocketAddr =
        SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

    #[test]
    fn one_copy_has_its_port_alone() {
        let bound = bind(&[FREE], 1).expect("a free port");
        let again = bind(&bound.addresses, 1).expect_err("taken");
        assert!(again.to_string().contains("cannot listen on"), "{again}");
    }

    #[cfg(unix)]
    #[test]
    fn copies_share_the_port_that_the_first_was_given() {
        let bound = bind(&[FREE], 3).expect("a free port");
        assert_eq!(bound.listeners.len(), 3);
        for of_worker in &bound.listeners {
            let local = of_worker.first().map(TcpListener::local_addr);
            assert_eq!(local.expect("one").ok(), bound.addresses.first().copied());
        }
    }
}
