//! Expressions: the evaluation of any text ends within its limits with a value or a problem, and a value can
//! be written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_evaluation::evaluate::{EmptyHost, EvaluationLimits, Program};
use modelwright_language::language;
use modelwright_metamodel::input::{self, decode_text};

const LIMITS: EvaluationLimits = EvaluationLimits { steps: 100_000, depth: 200, memory: 8 << 20 };

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = decode_text("case.pp", bytes.to_vec(), &input::Limits::default()) else { return };
    let (manifest, problems) = language::manifest(&source);
    if problems.has_errors() {
        return;
    }
    let program = Program::new(&manifest.expressions, &manifest.statements, &EmptyHost);
    if let Ok(value) = program.evaluate(&EmptyHost, LIMITS) {
        let _ = (value.to_literal(), value.to_text(), value.type_of());
    }
});
