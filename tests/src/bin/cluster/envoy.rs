//! A real proxy in front: Envoy with the name's addresses as its upstreams, health checks, and no retries.

use std::{
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    process::{Child, Command},
    time::sleep,
};

use crate::{dns::NAME, replica::PORT};

const LISTEN: u16 = 10000;
const ADMIN: u16 = 10001;

/// Envoy that runs. It is killed with its value.
#[derive(Debug)]
pub(crate) struct Envoy {
    _process: Child,
}

/// Its configuration. `no_traffic_interval` too, or an idle cluster is asked for its health once a minute.
fn configuration() -> String {
    format!(
        r#"
admin: {{address: {{socket_address: {{address: 127.0.0.1, port_value: {ADMIN}}}}}}}
static_resources:
  listeners:
  - name: calls
    address: {{socket_address: {{address: 127.0.0.1, port_value: {LISTEN}}}}}
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: calls
          codec_type: HTTP2
          route_config:
            virtual_hosts:
            - name: all
              domains: ["*"]
              routes:
              - match: {{prefix: "/", grpc: {{}}}}
                route: {{cluster: tabuleiro, timeout: 0s, max_stream_duration: {{grpc_timeout_header_max: 0s}}}}
          http_filters:
          - name: envoy.filters.http.router
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
  clusters:
  - name: tabuleiro
    type: STRICT_DNS
    dns_refresh_rate: 1s
    respect_dns_ttl: false
    connect_timeout: 1s
    lb_policy: ROUND_ROBIN
    # An address that DNS no longer has is kept while its health is good: the drain says when to leave.
    ignore_health_on_host_removal: false
    typed_extension_protocol_options:
      envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
        "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
        explicit_http_config: {{http2_protocol_options: {{}}}}
    health_checks:
    - timeout: 1s
      interval: 1s
      no_traffic_interval: 1s
      unhealthy_threshold: 1
      healthy_threshold: 1
      grpc_health_check: {{service_name: tabuleiro.v1.RulesService}}
    load_assignment:
      cluster_name: tabuleiro
      endpoints:
      - lb_endpoints:
        - endpoint: {{address: {{socket_address: {{address: {NAME}, port_value: {PORT}}}}}}}
"#
    )
}

impl Envoy {
    /// Starts it and waits until it has a healthy upstream.
    pub(crate) async fn start(program: &Path, folder: &Path) -> Envoy {
        let file = folder.join("envoy.yaml");
        std::fs::write(&file, configuration()).expect("written");
        let process = Command::new(program)
            .args([
                "--concurrency",
                "1",
                "--log-level",
                "error",
                "--config-path",
            ])
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("Envoy");
        let until = Instant::now() + Duration::from_secs(30);
        while !healthy().await {
            assert!(Instant::now() < until, "Envoy finds no healthy replica");
            sleep(Duration::from_millis(100)).await;
        }
        Envoy { _process: process }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{LISTEN}")
    }
}

async fn healthy() -> bool {
    let asked = async {
        let mut stream = TcpStream::connect(("127.0.0.1", ADMIN)).await.ok()?;
        let request = "GET /clusters HTTP/1.1\r\nhost: envoy\r\nconnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.ok()?;
        String::from_utf8(answer).ok()
    };
    asked
        .await
        .is_some_and(|page| page.contains("::health_flags::healthy"))
}
