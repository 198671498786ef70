//! Draughts pieces as SVG shapes: a man is a turned disc, a king two of them stacked.

use svg::node::element::{Circle, Group, Path};

/// A disc seen a little from the front, its top face centred at (50, `y`) in a box of 100.
fn disc(y: f32, colours: [&'static str; 2], outline: &'static str) -> Group {
    let [body, line] = colours;
    let edge = format!(
        "M15 {y} A35 35 0 0 0 85 {y} V{low} A35 35 0 0 1 15 {low} Z",
        low = y + 7.0
    );
    let circle = |radius: f32| Circle::new().set("cx", 50).set("cy", y).set("r", radius);
    let ring = |radius: f32, width: f32| {
        let ring = circle(radius).set("fill", "none");
        ring.set("stroke", line).set("stroke-width", width)
    };
    Group::new()
        .set("stroke", outline)
        .set("stroke-width", 2)
        .add(Path::new().set("d", edge).set("fill", line))
        .add(circle(35.0).set("fill", body))
        .add(ring(28.0, 2.4))
        .add(ring(20.0, 1.8))
        .add(ring(12.0, 1.8))
}

/// A man.
pub(super) fn man(colours: [&'static str; 2], outline: &'static str) -> Group {
    Group::new().add(disc(48.0, colours, outline))
}

/// A king: a man on a man, and a crown cut into the upper one.
pub(super) fn king(colours: [&'static str; 2], outline: &'static str) -> Group {
    let crown = "M34 53 L31 36 L41.5 44 L50 30 L58.5 44 L69 36 L66 53 Z M35 56 H65 V60 H35 Z";
    let [body, line] = colours;
    let circle = |radius: f32| Circle::new().set("cx", 50).set("cy", 45).set("r", radius);
    Group::new()
        .add(disc(57.0, colours, outline))
        .add(disc(45.0, colours, outline))
        .add(circle(26.5).set("fill", body))
        .add(Path::new().set("d", crown).set("fill", line))
}
