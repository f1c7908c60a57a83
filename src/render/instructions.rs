pub fn ai_instructions(report: &citable_checks::report::Report) -> String {
    super::markdown::report(report)
}
