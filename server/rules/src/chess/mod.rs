//! Chess and its variants: an adapter over `shakmaty`, with the reasons that it does not give.
