//! What is shown: text, tables, drawings, plots, pages and data.

pub mod drawing;
pub mod figures;
pub mod games;
pub mod html;
pub mod json;
pub mod labels;
pub mod library;
pub mod output;
pub mod plot;
pub mod portrait;
pub mod progress;
pub mod reasons;
pub mod rule_sheet;
pub mod rule_sheet_html;
pub mod svg;
pub mod tables;
pub mod turn;
pub mod values;
pub mod wrap;
