//! Pages of documents: one file for each.
//!
//! A page is a function of its document alone: no table is opened and nothing is measured again, so
//! every figure on the page is one of the document.

mod attack;
mod certificate;
mod check;
mod explore;
mod mask;
mod release;
mod scan;

use incrowd_document::Document;

use crate::Page;

/// The page of a document.
///
/// ```
/// use incrowd_document::Document;
/// let plan = serde_json::json!({
///     "cells": 90, "columns": [], "joint": {"k": null, "classes": null}, "warnings": [],
///     "seconds": 0.1,
/// });
/// let page = incrowd_render::page(&Document::read(&plan)?);
/// assert_eq!(page.title, "Mask of a table");
/// # Ok::<(), incrowd_document::ReadError>(())
/// ```
#[must_use]
pub fn page(document: &Document) -> Page {
    match document {
        Document::Release(document) => release::page(document),
        Document::Explore(document) => explore::page(document),
        Document::Check(document) => check::page(document),
        Document::Attack(document) => attack::page(document),
        Document::Scan(document) => scan::page(document),
        Document::Mask(document) => mask::page(document),
        Document::Certificate(certificate) => certificate::page(certificate),
    }
}
