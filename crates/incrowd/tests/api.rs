//! The public face of the library is what `crates/incrowd/api.rs` and `crates/core/api.rs` show: whoever
//! changes it changes them too, and so sees what others will have to change.
//!
//! `INCROWD_API=update cargo test -p incrowd --test api` writes them again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::{Fields, File, ImplItem, Item, TraitItem, Type, UseTree, Visibility};

/// The source of a crate, read once.
#[derive(Default)]
struct Face {
    /// What can be called on a type or what it can do, by its name; blocks stand all over a crate.
    abilities: BTreeMap<String, Vec<Item>>,
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Where the source of a module is.
fn file_of(folder: &Path, name: &str) -> (PathBuf, PathBuf) {
    let (inside, alone) = (folder.join(name).join("mod.rs"), folder.join(format!("{name}.rs")));
    (if inside.exists() { inside } else { alone }, folder.join(name))
}

fn parsed(path: &Path) -> File {
    let text = std::fs::read_to_string(path).unwrap();
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Face {
    /// The public items of a module. Those of its private modules are only there to be named.
    fn of(&mut self, file: File, folder: &Path) -> Vec<Item> {
        let (mut shown, mut hidden) = (Vec::new(), BTreeMap::new());
        let mut uses = Vec::new();
        for item in file.items {
            match item {
                Item::Mod(module) if is_test(&module.attrs) => {}
                Item::Mod(mut module) => {
                    let (path, inside) = file_of(folder, &module.ident.to_string());
                    let items = self.of(parsed(&path), &inside);
                    if is_public(&module.vis) {
                        module.attrs.clear();
                        module.content = Some((syn::token::Brace::default(), items));
                        module.semi = None;
                        shown.push(Item::Mod(module));
                    } else {
                        hidden.insert(module.ident.to_string(), items);
                    }
                }
                Item::Use(item) if is_public(&item.vis) => uses.push(item),
                Item::Impl(block) => self.keep(block),
                item => shown.extend(bare(item)),
            }
        }
        for mut item in uses {
            let first = match &item.tree {
                UseTree::Path(path) => path.ident.to_string(),
                _ => String::new(),
            };
            match (hidden.get(&first), &item.tree) {
                (Some(items), UseTree::Path(path)) => {
                    let names = leaves(&path.tree);
                    let named = |item: &&Item| name(item).is_some_and(|name| names.contains(&name));
                    shown.extend(items.iter().filter(named).cloned());
                }
                _ => {
                    item.attrs.clear();
                    shown.push(Item::Use(item));
                }
            }
        }
        shown.sort_by_key(|item| (rank(item), name(item)));
        shown
    }

    /// Keeps what is public of a block.
    fn keep(&mut self, mut block: syn::ItemImpl) {
        let Type::Path(of) = &*block.self_ty else { return };
        let Some(name) = of.path.segments.last().map(|last| last.ident.to_string()) else { return };
        block.attrs.clear();
        if block.trait_.is_some() {
            block.items.clear();
        }
        block.items.retain_mut(|item| match item {
            ImplItem::Fn(function) => {
                function.attrs.clear();
                function.block.stmts.clear();
                is_public(&function.vis)
            }
            ImplItem::Const(constant) => {
                constant.attrs.clear();
                is_public(&constant.vis)
            }
            _ => false,
        });
        if block.trait_.is_some() || !block.items.is_empty() {
            self.abilities.entry(name).or_default().push(Item::Impl(block));
        }
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg"))
}

/// A public item without its words and its insides.
fn bare(mut item: Item) -> Option<Item> {
    let shown = match &mut item {
        Item::Fn(function) => {
            function.attrs.clear();
            function.block.stmts.clear();
            is_public(&function.vis)
        }
        Item::Struct(of) => {
            of.attrs.clear();
            hide(&mut of.fields);
            is_public(&of.vis)
        }
        Item::Enum(of) => {
            of.attrs.clear();
            for variant in &mut of.variants {
                variant.attrs.clear();
                variant.fields.iter_mut().for_each(|field| field.attrs.clear());
            }
            is_public(&of.vis)
        }
        Item::Trait(of) => {
            of.attrs.clear();
            for item in &mut of.items {
                if let TraitItem::Fn(function) = item {
                    function.attrs.clear();
                    function.default = function.default.take().map(|mut body| {
                        body.stmts.clear();
                        body
                    });
                }
            }
            is_public(&of.vis)
        }
        Item::Const(of) => {
            of.attrs.clear();
            of.expr = syn::parse_quote!(_);
            is_public(&of.vis)
        }
        Item::Static(of) => {
            of.attrs.clear();
            of.expr = syn::parse_quote!(_);
            is_public(&of.vis)
        }
        Item::Type(of) => {
            of.attrs.clear();
            is_public(&of.vis)
        }
        _ => false,
    };
    shown.then_some(item)
}

/// Takes away the fields that nobody outside can name.
fn hide(fields: &mut Fields) {
    match fields {
        Fields::Named(named) => {
            let kept = named.named.iter().filter(|field| is_public(&field.vis)).cloned();
            named.named = kept.map(without_words).collect();
        }
        Fields::Unnamed(unnamed) => {
            let kept = unnamed.unnamed.iter().filter(|field| is_public(&field.vis)).cloned();
            unnamed.unnamed = kept.map(without_words).collect();
        }
        Fields::Unit => {}
    }
}

fn without_words(mut field: syn::Field) -> syn::Field {
    field.attrs.clear();
    field
}

/// The names at the ends of a use.
fn leaves(tree: &UseTree) -> BTreeSet<String> {
    match tree {
        UseTree::Path(path) => leaves(&path.tree),
        UseTree::Name(name) => BTreeSet::from([name.ident.to_string()]),
        UseTree::Rename(name) => BTreeSet::from([name.ident.to_string()]),
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
        UseTree::Glob(_) => panic!("the public face names what it shows"),
    }
}

fn name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Fn(of) => &of.sig.ident,
        Item::Struct(of) => &of.ident,
        Item::Enum(of) => &of.ident,
        Item::Trait(of) => &of.ident,
        Item::Const(of) => &of.ident,
        Item::Static(of) => &of.ident,
        Item::Type(of) => &of.ident,
        Item::Mod(of) => &of.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// Uses first, then types, then the rest, then modules.
fn rank(item: &Item) -> u8 {
    match item {
        Item::Use(_) => 0,
        Item::Struct(_) | Item::Enum(_) | Item::Trait(_) | Item::Type(_) => 1,
        Item::Mod(_) => 3,
        _ => 2,
    }
}

/// The names of all types that are shown.
fn types(items: &[Item]) -> BTreeSet<String> {
    let mut found: BTreeSet<String> =
        items.iter().filter(|item| rank(item) == 1).filter_map(name).collect();
    for item in items {
        if let Item::Mod(syn::ItemMod { content: Some((_, inside)), .. }) = item {
            found.extend(types(inside));
        }
    }
    found
}

/// The public face of a crate, as Rust without insides.
fn face(source: &Path) -> String {
    let mut face = Face::default();
    let mut file = parsed(&source.join("lib.rs"));
    let mut items = face.of(file.clone(), source);
    let types = types(&items);
    for (_, blocks) in face.abilities.into_iter().filter(|(name, _)| types.contains(name)) {
        items.extend(blocks);
    }
    (file.attrs, file.items) = (Vec::new(), items);
    prettyplease::unparse(&file)
}

fn guard(krate: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(krate);
    let (found, path) = (face(&folder.join("src")), folder.join("api.rs"));
    if std::env::var("INCROWD_API").is_ok_and(|word| word == "update") {
        std::fs::write(&path, &found).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = known.lines().zip(found.lines()).position(|(known, found)| known != found);
    let line = differs.unwrap_or(known.lines().count().min(found.lines().count()));
    assert!(
        known == found,
        "the public face of {krate} changed at line {} of crates/{krate}/api.rs: it says\n    {}\nand the source\n    {}\nIf that is meant, run this test with INCROWD_API=update and commit what it writes.",
        line + 1,
        known.lines().nth(line).unwrap_or("(its end)"),
        found.lines().nth(line).unwrap_or("(its end)"),
    );
}

#[test]
fn the_library_shows_what_it_showed() {
    guard("incrowd");
}

#[test]
fn the_core_shows_what_it_showed() {
    guard("core");
}

#[test]
fn what_is_private_is_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("lib.rs", "mod inner; pub mod outer; pub use inner::Seen; fn hidden() {}");
    write(
        "inner.rs",
        "pub struct Seen { pub a: u8, b: u8 } pub struct Unseen; impl Seen { pub fn f(&self) -> u8 { 1 } fn g() {} }",
    );
    write(
        "outer.rs",
        "/// Words.\npub fn shown(x: u8) -> u8 { x } impl super::Unseen { pub fn h() {} }",
    );
    let face = face(folder.path());
    for shown in ["pub struct Seen", "pub a: u8", "pub fn f(&self)", "pub fn shown(x: u8)"] {
        assert!(face.contains(shown), "{shown} in\n{face}");
    }
    for hidden in ["b: u8", "Unseen", "fn g", "fn h", "hidden", "Words"] {
        assert!(!face.contains(hidden), "{hidden} in\n{face}");
    }
}
