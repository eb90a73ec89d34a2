//! Our column of `docs/accuracy.md`: every goal is reached or the miss is declared, and the page says what a
//! fresh run says.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn2d_truth::{
    Answer, Cairn2d, Cells, Cost, Figure, Goal, Row, Setting, all, answer, page, parse_answers, refreshed,
};

fn page_path() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest.join("../../docs/accuracy.md")
}

/// Answers to every row at the default settings, and at the setting of its miss.
fn ask(rows: &[Row]) -> Vec<(Answer, Option<Answer>)> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(Vec::new());
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(row) = rows.get(index) else { break };
            let own = answer(&Cairn2d, (index, row), Setting::DEFAULT);
            let setting = row.miss.as_ref().and_then(|miss| miss.setting);
            let set = setting.map(|setting| answer(&Cairn2d, (index, row), setting));
            answers.lock().expect("no worker panics while it holds the list").push((own, set));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
    let mut answers = answers.into_inner().expect("no worker panicked");
    answers.sort_by_key(|(own, _)| own.row);
    answers
}

#[test]
fn every_goal_is_reached_or_declared_missed() {
    let rows = all();
    let answers = ask(&rows);
    let mut wrong = Vec::new();
    for (row, (own, set)) in rows.iter().zip(&answers) {
        let name = format!("{} {}", row.id, row.case);
        let reached = |answer: &Answer| matches!(answer.figure, Ok(figure) if row.goal.is_met(figure));
        if own.figure.is_err() || reached(own) == row.miss.is_some() {
            let declared = if row.miss.is_some() { "missed" } else { "reached" };
            wrong.push(format!("{name}: {:?} against {:?}, said to be {declared}", own.figure, row.goal));
        }
        if let Some(set) = set.as_ref().filter(|set| !reached(set)) {
            wrong.push(format!("{name}: the setting that is to reach it gives {:?}", set.figure));
        }
    }
    // With `CAIRN2D_REFRESH=1` our column of the page is written anew, and the peers' stay.
    let own: Vec<(Figure, Option<Figure>)> =
        answers.into_iter().map(|(own, set)| (own.figure, set.map(|set| set.figure))).collect();
    let page = std::fs::read_to_string(page_path()).expect("the page is there");
    match refreshed(&page, &rows, &own) {
        Err(reason) => wrong.push(reason),
        Ok(fresh) if std::env::var_os("CAIRN2D_REFRESH").is_some() => {
            std::fs::write(page_path(), fresh).expect("the page can be written");
        }
        Ok(fresh) => {
            let counts = [&page, &fresh].map(|text| text.lines().count());
            if counts[0] != counts[1] {
                wrong.push(format!("the page has {} lines, and a run makes {}", counts[0], counts[1]));
            }
            let lines = page.lines().zip(fresh.lines()).filter(|(old, new)| old != new);
            wrong.extend(lines.map(|(old, new)| format!("the page says\n  {old}\nand a run\n  {new}")));
        }
    }
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn rows_are_unique_and_match_the_catalogue() {
    let rows = all();
    let mut names: Vec<String> = rows.iter().map(|row| format!("{} {}", row.id, row.case)).collect();
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
    let catalogue = "A01 A02 A03 A04 A07 A08 A09 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A20 A21 R1 R3 R4 R5 R6 F60 F61 F62 F63 F64 F65 F66 F67 F68 \
                     F71 F72 F73 F74";
    for id in catalogue.split(' ') {
        assert!(rows.iter().any(|row| row.id == id), "no row {id}");
    }
}

#[test]
fn answers_survive_a_round_trip() {
    let text = "3\t1.5e-3\t60\n4\t-no such joint\t0\n5\tNaN\t7\n6\tinf\t8\n";
    let answers = parse_answers(text).unwrap();
    assert_eq!(answers[0], Answer { row: 3, figure: Ok(0.0015), steps: 60 });
    assert_eq!(answers[1].figure.as_ref().unwrap_err().0, "no such joint");
    assert!(answers[2].figure.as_ref().unwrap().is_nan());
    assert_eq!(answers[3].figure, Ok(f64::INFINITY));
    let again: Vec<String> = [0, 1, 3].map(|index: usize| answers[index].to_string()).to_vec();
    assert_eq!(
        parse_answers(&again.join("\n")).unwrap(),
        [answers[0].clone(), answers[1].clone(), answers[3].clone()]
    );
    assert!(parse_answers("3 4 5").is_err());
}

#[test]
fn refreshed_page_declares_the_misses_of_the_rows() {
    let row = |id: &'static str| Row::new(id, "case", "0", Goal::AtMost(1.0), |_| Ok(2.0));
    let stiff = Some(Setting::sub_steps(8));
    let engines = ["cairn2d".to_owned(), "peer".to_owned()];
    let cells = Cells {
        figures: vec![Some(Ok(2.0)), Some(Ok(5.0))],
        with_setting: Some(Ok(0.5)),
        cost: Some(Cost { default: 1.0e4, with_setting: 2.0e4 }),
    };
    let old =
        [row("A1").missed(stiff, "one"), row("A2").missed(stiff, "two"), row("A3").missed(stiff, "three")];
    let old = page(&old, &engines, &[cells.clone(), cells.clone(), cells.clone()]);
    // The first is missed for another reason, the second with another setting, the third is reached and a
    // fourth would be missing.
    let new = [row("A1").missed(stiff, "other"), row("A2").missed(None, "two"), row("A3")];
    let own = [(Ok(3.0), Some(Ok(0.25))), (Ok(3.0), None), (Ok(0.5), None)];
    let fresh = refreshed(&old, &new, &own).unwrap();
    let figures = |own: f64| vec![Some(Ok(own)), Some(Ok(5.0))];
    let first = Cells { figures: figures(3.0), with_setting: Some(Ok(0.25)), ..cells };
    let without = |own: f64| Cells { figures: figures(own), ..Cells::default() };
    assert_eq!(fresh, page(&new, &engines, &[first, without(3.0), without(0.5)]));
    assert!(refreshed(&old, &[row("A4")], &[(Ok(0.5), None)]).is_err());
}
