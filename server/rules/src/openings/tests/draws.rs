//! Draws with fixed results: whoever implements the generator anew finds here whether he has it.

use std::num::NonZeroU64;

use super::{
    generator::{SplitMix64, card as place, colours_change},
    *,
};
use crate::Side;

#[test]
fn the_stream_is_that_of_splitmix64() {
    for (seed, outputs) in [
        (
            0,
            [
                0xe220_a839_7b1d_cdaf,
                0x6e78_9e6a_a1b9_65f4,
                0x06c4_5d18_8009_454f,
            ],
        ),
        (
            1_234_567,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423_u64,
            ],
        ),
    ] {
        let mut stream = SplitMix64::new(seed);
        assert_eq!(outputs.map(|_| stream.output()), outputs);
        assert_eq!(SplitMix64::after(seed, 2).output(), outputs[2]);
    }
}

#[test]
fn fixed_numbers_draw_fixed_cards_and_colours() {
    // Of 156 cards, in these rounds; worked out by another program from the description alone.
    let rounds = [0, 1, 2, 155, 156, 1000];
    for (number, cards, changed) in [
        (0, [27, 80, 71, 53, 116, 106], true),
        (1, [86, 57, 44, 82, 68, 28], true),
        (42, [152, 128, 108, 117, 106, 136], false),
        (1234567, [61, 114, 102, 92, 155, 142], true),
        (1 << 63, [96, 18, 42, 129, 84, 129], false),
        (u64::MAX, [75, 11, 4, 142, 131, 1], true),
    ] {
        assert_eq!(
            rounds.map(|round| place(number, round, 156).unwrap()),
            cards,
            "{number}"
        );
        assert_eq!(colours_change(number), changed, "{number}");
    }
}

#[test]
fn the_second_game_of_a_pair_has_the_same_card_and_the_other_colours() {
    let tables = tables();
    let (table, deck) = tables.find("english-3-move").unwrap();
    let drawn = |game| draw(table.ruleset(), Source::Table(table, deck), &lot(42, game)).unwrap();
    let [first, second, third] = [1, 2, 3].map(drawn);
    assert_eq!(first.opening, second.opening);
    assert_ne!(first.opening, third.opening);
    assert_eq!(
        first.first_player,
        Side::Black,
        "Black begins, and the first player has the first move"
    );
    assert_eq!(second.first_player, Side::White);
    assert_eq!(third.first_player, Side::Black);
    assert_eq!(first.generator, "splitmix64/1");
    let state = first.game.state();
    assert_eq!(
        (state.ply(), state.position().side_to_move()),
        (3, Side::White)
    );
}

#[test]
fn without_pairs_every_game_has_a_card_of_its_own() {
    let tables = tables();
    let (table, deck) = tables.find("english-3-move").unwrap();
    let single = |game| Lot {
        in_pairs: false,
        ..lot(42, game)
    };
    let numbers: std::collections::BTreeSet<u32> = (1..=156)
        .map(|game| {
            let drawn = draw(table.ruleset(), Source::Table(table, deck), &single(game)).unwrap();
            drawn.opening.unwrap().number
        })
        .collect();
    assert_eq!(numbers.into_iter().collect::<Vec<_>>(), deck.numbers);
}

#[test]
fn colours_alone_are_drawn_for_any_variant() {
    let chess = law("chess", &[]);
    let side = |number, game| {
        let lot = Lot {
            draw_colours: true,
            ..lot(number, game)
        };
        let drawn = draw(&chess, Source::Colours, &lot).unwrap();
        assert!(drawn.opening.is_none() && drawn.game.moves().is_empty());
        drawn.first_player
    };
    for number in 0..64 {
        let first = if colours_change(number) {
            Side::Black
        } else {
            Side::White
        };
        assert_eq!(side(number, 1), first);
        assert_eq!(side(number, 2), first.opponent());
        assert_eq!(side(number, u32::MAX), first);
    }
    let changed = (0..10_000).filter(|number| colours_change(*number)).count();
    assert!((4_800..5_200).contains(&changed), "{changed}");
}

#[test]
fn every_card_is_drawn_about_as_often_as_another() {
    let mut drawn = [0_u32; 7];
    for number in 0..70_000 {
        drawn[place(number, 0, 7).unwrap() as usize] += 1;
    }
    assert!(
        drawn.iter().all(|count| (9_600..10_400).contains(count)),
        "{drawn:?}"
    );
}

#[test]
fn a_bound_that_does_not_divide_the_range_favours_nobody() {
    // Three quarters of the range: without rejection the lower third would come twice as often.
    let bound = NonZeroU64::new(3 << 62).unwrap();
    let mut stream = SplitMix64::new(1);
    let low = (0..9_000).filter(|_| stream.below(bound) < 1 << 62).count();
    assert!((2_800..3_200).contains(&low), "{low}");
    let mut plain = SplitMix64::new(1);
    let mut kept = SplitMix64::new(1);
    let first = std::iter::repeat_with(|| plain.output()).find(|output| *output < bound.get());
    assert_eq!(first, Some(kept.below(bound)));
    let one = NonZeroU64::new(1).unwrap();
    assert_eq!(SplitMix64::new(1).below(one), 0);
    assert_eq!(
        SplitMix64::new(1).below(NonZeroU64::MAX),
        SplitMix64::new(1).output()
    );
}

#[test]
fn a_pass_through_the_deck_leaves_no_card_out_and_the_next_has_another_order() {
    let pass = |pass: u32| -> Vec<u32> {
        (pass * 52..(pass + 1) * 52)
            .map(|round| place(7, round, 52).unwrap())
            .collect()
    };
    for number in 0..3 {
        let mut cards = pass(number);
        assert_ne!(cards, pass(number + 1));
        cards.sort_unstable();
        assert_eq!(cards, (0..52).collect::<Vec<_>>());
    }
    assert_eq!(place(7, u32::MAX, 1), Some(0));
    assert_eq!(place(7, 0, 0), None);
}

#[test]
fn a_table_serves_its_own_variant_and_house_rules_by_which_all_of_it_can_be_played() {
    let tables = tables();
    let (table, deck) = tables.find("english-3-move").unwrap();
    let source = Source::Table(table, deck);
    let fault = draw(&law("russian", &[]), source, &lot(1, 1)).unwrap_err();
    assert!(matches!(fault, DrawFault::OtherVariant { .. }), "{fault:?}");
    let huff = law("english", &[("omission", "huff")]);
    assert!(draw(&huff, source, &lot(1, 1)).is_ok());
    let white_first = law("english", &[("first_player", "white")]);
    for number in 0..20 {
        let fault = draw(&white_first, source, &lot(number, 1)).unwrap_err();
        assert!(
            matches!(fault, DrawFault::Unplayable { number: 1, .. }),
            "{fault:?}"
        );
    }
}
