//! A generator of load that is not ours: `h2load` of nghttp2 sends one prepared question again and again, to the product and to an
//! echo that has the product's answer to it ready.

use std::{net::SocketAddr, path::Path, process::ExitCode, time::Duration};

use tokio::process::Command;

use crate::{
    Plan,
    child::{CONNECTIONS, Child, Kind},
    figures::median,
    questions::{Call, Questions},
    soak::load_average,
    wire,
};

/// Calls in flight on each connection.
const IN_FLIGHT: usize = 16;

/// Which of the prepared positions: the middle of a game of chess, and one of draughts.
const POSITIONS: [(&str, usize); 2] = [("chess", 10), ("Brazilian", 64)];

/// Calls per second, of one run of it.
async fn h2load(address: SocketAddr, call: Call, message: &Path, span: Duration) -> f64 {
    let ran = Command::new("h2load")
        .args(["--clients", &CONNECTIONS.to_string()])
        .args(["--max-concurrent-streams", &IN_FLIGHT.to_string()])
        .args(["--threads", "1", "--warm-up-time", "500ms"])
        .args(["--duration", &format!("{}ms", span.as_millis())])
        .args(["--header", "content-type: application/grpc"])
        .args(["--header", "te: trailers"])
        .arg("--data")
        .arg(message)
        .arg(format!("http://{address}{}", call.path()))
        .output()
        .await
        .expect("h2load (Debian: nghttp2-client)");
    let text = String::from_utf8_lossy(&ran.stdout);
    read(&text).unwrap_or_else(|| panic!("h2load says {text}"))
}

/// The rate in its report, if no request went wrong.
fn read(text: &str) -> Option<f64> {
    let line = |start: &str| text.lines().find_map(|line| line.strip_prefix(start));
    let before = |text: &str, word: &str| -> Option<f64> {
        let (number, _) = text.split_once(word)?;
        number.rsplit(' ').next()?.parse().ok()
    };
    let rate = before(line("finished in ")?, " req/s")?;
    let requests = line("requests: ")?;
    let sound = before(requests, " succeeded")? > 0.0
        && before(requests, " failed")? == 0.0
        && before(requests, " errored")? == 0.0
        && before(requests, " timeout")? == 0.0;
    sound.then_some(rate)
}

/// Measures and prints; the last line has the ratios.
pub(crate) async fn run(plan: Plan) -> ExitCode {
    let product = Child::start(Kind::Product).await;
    let questions = Questions::of(&product).await;
    let file = std::env::temp_dir().join(format!("tabuleiro-h2load-{}", std::process::id()));
    let mut ratios = Vec::new();
    println!(
        "{:<36}{:>10}{:>10}{:>8}{:>10}",
        "h2load", "calls/s", "echo", "ratio", "bytes"
    );
    for (game, number) in POSITIONS {
        let echo = Child::start(Kind::EchoOf(number)).await;
        for call in [Call::LegalMinimal, Call::LegalStandard, Call::LegalFull] {
            let question = questions.question(call, number);
            // It counts answers of HTTP only: that they are answers of gRPC is seen here.
            let length = wire::call(product.channel(), call.path(), question.clone()).await;
            let echoed = wire::call(echo.channel(), call.path(), question.clone()).await;
            assert_eq!(length, echoed, "the echo answers something else");
            let mut framed = vec![0];
            framed.extend(u32::try_from(question.len()).expect("small").to_be_bytes());
            framed.extend_from_slice(&question);
            std::fs::write(&file, framed).expect("written");
            let (mut ours, mut theirs, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..plan.rounds {
                let our = h2load(product.address(), call, &file, plan.turn).await;
                let their = h2load(echo.address(), call, &file, plan.turn).await;
                ours.push(our);
                theirs.push(their);
                pairs.push(our / their);
            }
            let ratio = median(pairs);
            println!(
                "{:<36}{:>10.0}{:>10.0}{ratio:>8.2}{length:>10}",
                format!("{}, {game}", call.name()),
                median(ours),
                median(theirs),
            );
            ratios.push(ratio);
        }
    }
    let _ = std::fs::remove_file(file);
    println!("load average {}", load_average());
    let ratios: Vec<_> = ratios.iter().map(|it| format!("{it:.2}")).collect();
    println!(
        "H2LOAD chess={} brazilian={} (MINIMAL,STANDARD,FULL)",
        ratios[..3].join(","),
        ratios[3..].join(",")
    );
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
finished in 2.50s, 83513.50 req/s, 21.66MB/s
requests: 167027 total, 167091 started, 167027 done, 167027 succeeded, 0 failed, 0 errored, 0 timeout
status codes: 167031 2xx, 0 3xx, 0 4xx, 0 5xx
traffic: 43.32MB (45424876) total, 1.91MB (2004344) headers (space savings 93.26%), 38.39MB (40253507) data
";

    #[test]
    fn its_report_is_read() {
        assert_eq!(read(TEXT), Some(83_513.5));
    }

    #[test]
    fn a_report_of_failures_is_none() {
        assert!(read(&TEXT.replace(" 0 failed", " 3 failed")).is_none());
        assert!(read(&TEXT.replace(" 0 errored", " 1 errored")).is_none());
        assert!(read("").is_none());
    }
}
