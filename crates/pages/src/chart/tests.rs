//! Properties of charts.

use proptest::collection::vec;
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;

use super::xy::steps;
use super::*;
use admiralty_core::escape::escape;

/// All text of a picture; panics if it is not well-formed, or has numbers that are none.
fn words(svg: &str) -> Vec<String> {
    let mut reader = Reader::from_str(svg);
    let mut depth = 0;
    let mut words = vec![String::new()];
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(tag) => {
                depth += 1;
                for attribute in tag.attributes() {
                    let value = attribute.expect("an attribute").value;
                    let value = String::from_utf8(value.into_owned()).expect("UTF-8");
                    assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
                }
                words.push(String::new());
            }
            Event::End(_) => depth -= 1,
            Event::Text(text) => *words.last_mut().expect("one") += &text.decode().expect("UTF-8"),
            Event::GeneralRef(name) => {
                let name = format!("&{};", name.decode().expect("UTF-8"));
                let text = quick_xml::escape::unescape(&name).expect("known");
                *words.last_mut().expect("one") += &text;
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    words
}

fn value() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1e9..1e9,
        -1.0..1.0,
        Just(0.0),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
    ]
}

proptest! {
    #[test]
    fn lines_are_drawn_for_all_values(
        series in vec((any::<String>(), vec((value(), value(), value()), 0..6)), 0..9),
        limit in value(),
    ) {
        let names: Vec<_> = series.iter().map(|(name, _)| name.clone()).collect();
        let series = series.into_iter().map(|(name, points)| Series {
            name,
            band: points.iter().map(|point| [point.1, point.2]).collect(),
            points: points.iter().map(|point| [point.0, point.1]).collect(),
            is_filled: true,
        });
        let svg = XyChart {
            caption: Caption::new("title", names.concat()),
            series: series.collect(),
            limits: vec![(limit, names.concat())],
            ..XyChart::default()
        }
        .figure()
        .svg;
        let words = words(&svg);
        let shown = escape(&names.concat()).into_owned();
        prop_assert!(shown.is_empty() || words.contains(&shown), "{words:?}");
    }

    #[test]
    fn bars_are_drawn_for_all_values(
        bars in vec((any::<String>(), value(), any::<Option<()>>(), value(), value()), 0..9),
        origin in -1e9..1e9,
    ) {
        let labels: Vec<_> = bars.iter().map(|bar| escape(&bar.0).into_owned()).collect();
        let bars = bars.into_iter().enumerate().map(|(color, (label, value, has, low, high))| Bar {
            name: label.clone(),
            value,
            interval: has.map(|()| [low, high]),
            label,
            color,
        });
        let chart = BarChart {
            caption: Caption::default(),
            origin,
            contains: Vec::new(),
            bars: bars.collect(),
        };
        let words = words(&chart.figure().svg);
        prop_assert!(labels.iter().all(|label| words.contains(label)), "{words:?}");
    }

    /// Each field shows its value.
    #[test]
    fn heat_maps_show_all_values(columns in 1_usize..20, values in vec(0.0..100.0_f64, 0..99)) {
        let map = HeatMapChart { caption: Caption::default(), columns, values: values.clone() };
        let mut words = words(&map.figure().svg);
        for value in values {
            let at = words.iter().position(|word| *word == format!("{value:.0}"));
            words.swap_remove(at.expect("a field"));
        }
    }
}

#[test]
fn a_histogram_has_the_area_of_its_bins() {
    let outline = steps(&[(10.0, 2.0), (15.0, 0.0), (20.0, 5.0)], 5.0);
    assert_eq!(outline.first(), Some(&[10.0, 0.0]));
    assert_eq!(outline.last(), Some(&[25.0, 0.0]));
    let areas = outline
        .windows(2)
        .map(|ends| (ends[1][0] - ends[0][0]) * ends[0][1]);
    assert!((areas.sum::<f64>() - 35.0).abs() < 1e-9);
}
