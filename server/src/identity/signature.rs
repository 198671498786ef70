//! Signatures of JWTs, verified by `ring`: RS256, ES256 and EdDSA. There is no verifier for any other algorithm, so
//! that neither `none` nor an HMAC with a public key as its secret can ever pass.

use jsonwebtoken::{
    Algorithm, DecodingKey, DecodingKeyKind,
    crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils},
    errors::{ErrorKind, Result},
    signature::{Error, Verifier},
};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |_, _| -> Result<Box<dyn JwtSigner>> {
        Err(ErrorKind::UnsupportedAlgorithm.into())
    },
    verifier_factory: |algorithm, key| match algorithm {
        Algorithm::RS256 | Algorithm::ES256 | Algorithm::EdDSA
            if key.family() == algorithm.family() =>
        {
            Ok(Box::new(Ring {
                algorithm: *algorithm,
                key: key.clone(),
            }))
        }
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    },
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes `ring` what verifies JWTs in this process. Whoever was first stays; the algorithms that are accepted are
/// checked again with each key.
pub(super) fn install() {
    let _ = PROVIDER.install_default();
}

struct Ring {
    algorithm: Algorithm,
    key: DecodingKey,
}

impl JwtVerifier for Ring {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

impl Verifier<Vec<u8>> for Ring {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        let verified = match (self.algorithm, self.key.kind()) {
            (Algorithm::RS256, DecodingKeyKind::RsaModulusExponent { n, e }) => {
                RsaPublicKeyComponents { n, e }.verify(
                    &RSA_PKCS1_2048_8192_SHA256,
                    message,
                    signature,
                )
            }
            (Algorithm::ES256, DecodingKeyKind::SecretOrDer(point)) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature)
            }
            (Algorithm::EdDSA, DecodingKeyKind::SecretOrDer(point)) => {
                UnparsedPublicKey::new(&ED25519, point).verify(message, signature)
            }
            _ => return Err(Error::new()),
        };
        verified.map_err(|_| Error::new())
    }
}
