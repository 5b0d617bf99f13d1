//! Rules as the reason for something: a refusal, an act that is allowed, the end of a game.

use super::output::answer;
use koma::book::Rulebook;
use koma::check::sheet::RuleId;
use koma::play::why::Reason;
use koma::play::{Refusal, Variant};
use koma::text::{Code, Problem, Report};

/// Prints each rule at its place, with what it sees and the clause it stands for.
pub fn tell_reasons(variant: &Variant, book: Option<&Rulebook>, code: Code, reasons: &[Reason]) {
    for report in reason_reports(variant, book, code, reasons) {
        answer(&report);
    }
}

/// Each rule at its place, with what it sees and the clause it stands for.
pub fn reason_reports(
    variant: &Variant,
    book: Option<&Rulebook>,
    code: Code,
    reasons: &[Reason],
) -> Vec<Report> {
    let with_clauses = |reason: &Reason| {
        let path = &variant.sheet().rule(reason.rule).path;
        let mut report = rule_report(
            variant,
            code,
            reason.rule,
            &format!("{path}: {}", reason.text),
            path,
        );
        let mut help: Vec<String> = reason.facts.clone();
        for clause in book.into_iter().flat_map(|it| &it.clauses) {
            if clause.rules.iter().any(|it| it.0 == *path) {
                help.push(format!(
                    "clause {} ({}): {}",
                    clause.id, clause.source, clause.says
                ));
            }
        }
        if let Some(problem) = report.problems.first_mut()
            && !help.is_empty()
        {
            *problem = problem.clone().help(help.join("\n"));
        }
        report
    };
    reasons.iter().map(with_clauses).collect()
}

/// The rule of a refusal at its place in the variant file.
pub fn refusal_report(variant: &Variant, refusal: &Refusal) -> Report {
    match refusal.rule {
        Some(rule) => rule_report(
            variant,
            Code::RefusedAct,
            rule,
            &format!("`{}` is refused by {}", refusal.act, refusal.by),
            &refusal.reason,
        ),
        None => Report::on_text(
            "act",
            &refusal.act,
            Code::RefusedAct,
            0..refusal.act.len(),
            &refusal.reason,
            None,
        ),
    }
}

/// A rule of the variant, pointed at.
pub fn rule_report(
    variant: &Variant,
    code: Code,
    rule: RuleId,
    message: &str,
    label: &str,
) -> Report {
    let sheet = variant.sheet();
    let problem = Problem::at(code, sheet.rule(rule).span, message, label);
    Report::new(sheet.sources.clone(), vec![problem])
}
