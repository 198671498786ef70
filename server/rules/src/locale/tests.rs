//! Every value has words in every language, and the words say the right thing.

mod complete;
mod evidence;
mod explanations;
mod faults;
mod rulings;
mod sentences;
