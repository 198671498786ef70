//! Compiles the contract: protocol buffers to descriptors, descriptors to Rust. No `protoc`; everything goes to `OUT_DIR`.

#[path = "build/services.rs"]
mod services;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use prost::Message as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed=tabuleiro");
    println!("cargo::rerun-if-changed=google");

    let files = protocol_files(&root.join("tabuleiro/v1"))?;
    let mut descriptors = protox::compile(&files, [&root])?;

    prost_build::Config::new()
        .bytes(["."])
        // Few moves have it, and answers are full of moves.
        .boxed("tabuleiro.v1.Move.position_after")
        .extern_path(".google.rpc", "::tonic_types::pb")
        .service_generator(Box::new(services::Generator::default()))
        .compile_fds(descriptors.clone())?;

    // Reflection and JSON need the shapes, not the comments, which are two thirds of the bytes.
    for file in &mut descriptors.file {
        file.source_code_info = None;
    }
    fs::write(out.join("descriptor.bin"), descriptors.encode_to_vec())?;
    fs::write(out.join("json.rs"), json_messages(&descriptors))?;
    Ok(())
}

/// A call of `json_messages!` with every message of the contract: each gets serde by its descriptor.
fn json_messages(descriptors: &prost_types::FileDescriptorSet) -> String {
    let names = descriptors
        .file
        .iter()
        .filter(|file| file.package() == "tabuleiro.v1")
        .flat_map(|file| &file.message_type)
        .map(|message| message.name())
        .collect::<Vec<_>>();
    format!("json_messages! {{ {} }}\n", names.join(", "))
}

/// Every `.proto` file of a folder, in a stable order.
fn protocol_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "proto")
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
