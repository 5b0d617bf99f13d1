//! Edits of the tree of a variant.

use koma::syntax::envelope::{Entry, Node, Table, Value};

/// One step from a node of the tree to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The value of a key.
    Key(String),
    /// An item of a list.
    Item(usize),
}

/// One edit.
#[derive(Debug, Clone)]
pub enum Edit {
    /// Another value at this path.
    Put(Vec<Step>, Value),
    /// Nothing at this path.
    Remove(Vec<Step>),
    /// One more entry of the table at this path.
    Add(Vec<Step>, Entry),
    /// The entries of the table at this path in this order, whatever their `after` says.
    Order(Vec<Step>, Vec<String>),
}

impl Edit {
    /// Makes the edit.
    pub fn apply(&self, tree: &mut Table) {
        match self {
            Edit::Put(path, value) => {
                if let Some(node) = node_at(tree, path) {
                    node.value = value.clone();
                }
            }
            Edit::Remove(path) => {
                let Some((last, before)) = path.split_last() else {
                    return;
                };
                match (last, before) {
                    (Step::Key(key), []) => tree.entries.retain(|it| it.key != *key),
                    (Step::Key(key), before) => {
                        if let Some(Value::Table(table)) = value_at(tree, before) {
                            table.entries.retain(|it| it.key != *key);
                        }
                    }
                    (Step::Item(item), before) => {
                        if let Some(Value::List(list)) = value_at(tree, before) {
                            list.remove(*item);
                        }
                    }
                }
            }
            Edit::Add(path, entry) => {
                if let Some(Value::Table(table)) = value_at(tree, path) {
                    table.entries.push(entry.clone());
                }
            }
            Edit::Order(path, order) => {
                if let Some(Value::Table(table)) = value_at(tree, path) {
                    for entry in &mut table.entries {
                        if let Value::Table(rule) = &mut entry.node.value {
                            rule.entries
                                .retain(|it| it.key != "after" && it.key != "before");
                        }
                    }
                    table
                        .entries
                        .sort_by_key(|it| order.iter().position(|name| *name == it.key));
                }
            }
        }
    }
}

fn value_at<'t>(tree: &'t mut Table, path: &[Step]) -> Option<&'t mut Value> {
    node_at(tree, path).map(|it| &mut it.value)
}

fn node_at<'t>(tree: &'t mut Table, path: &[Step]) -> Option<&'t mut Node> {
    let (Step::Key(first), rest) = path.split_first()? else {
        return None;
    };
    let entry = tree.entries.iter_mut().find(|it| it.key == *first)?;
    let mut node = &mut entry.node;
    for step in rest {
        node = match (step, &mut node.value) {
            (Step::Key(key), Value::Table(table)) => {
                &mut table.entries.iter_mut().find(|it| it.key == *key)?.node
            }
            (Step::Item(item), Value::List(list)) => list.get_mut(*item)?,
            _ => return None,
        };
    }
    Some(node)
}

/// What an overlay says of a rule that is gone, is gone with it: an overlay changes or removes what is there. What
/// followed that rule follows the one before it, and what stood before it stands before the one that followed.
pub fn settle(before: &Table, tree: &mut Table) {
    let after = tree.clone();
    let is_gone = |path: &str| before.at(path).is_some() && after.at(path).is_none();
    let follow = |table: &mut Table| {
        for section in &mut table.entries {
            let Value::Table(rules) = &mut section.node.value else {
                continue;
            };
            for i in 0..rules.entries.len() {
                let Value::Table(rule) = &mut rules.entries[i].node.value else {
                    continue;
                };
                let is_place = |it: &Entry| it.key == "after" || it.key == "before";
                let Some(at) = rule.entries.iter().position(is_place) else {
                    continue;
                };
                let behind = rule.entries[at].key == "after";
                let name = rule.entries[at].node.as_text().unwrap_or("");
                if !is_gone(&format!("{}.{name}", section.key)) {
                    continue;
                }
                let names: Vec<&str> = before
                    .table(&section.key)
                    .map_or(Vec::new(), |it| it.keys().collect());
                let place = names.iter().position(|it| *it == name);
                let other = match behind {
                    true => place.and_then(|it| it.checked_sub(1)),
                    false => place.map(|it| it + 1),
                };
                match other.and_then(|it| names.get(it)) {
                    Some(other) => {
                        rule.entries[at].node.value = Value::Text((*other).to_owned());
                    }
                    None => {
                        rule.entries.remove(at);
                        match behind {
                            true => rules.entries[..=i].rotate_right(1),
                            false => rules.entries[i..].rotate_left(1),
                        }
                    }
                }
            }
        }
    };
    follow(tree);
    overlays(tree).for_each(follow);
    for overlay in overlays(tree) {
        for section in &mut overlay.entries {
            let Value::Table(rules) = &mut section.node.value else {
                continue;
            };
            rules.entries.retain_mut(|rule| {
                let path = format!("{}.{}", section.key, rule.key);
                if let Value::Table(keys) = &mut rule.node.value {
                    keys.entries.retain(|it| {
                        let removes = matches!(it.node.value, Value::Flag(false));
                        !(removes && is_gone(&format!("{path}.{}", it.key)))
                    });
                }
                !is_gone(&path)
            });
        }
    }
}

/// The tables of all choices.
fn overlays(tree: &mut Table) -> impl Iterator<Item = &mut Table> {
    fn tables(table: &mut Table) -> impl Iterator<Item = (&str, &mut Table)> {
        let entries = table.entries.iter_mut();
        entries.filter_map(|it| match &mut it.node.value {
            Value::Table(inner) => Some((it.key.as_str(), inner)),
            _ => None,
        })
    }
    tables(tree)
        .filter(|it| ["option", "reading"].contains(&it.0))
        .flat_map(|it| tables(it.1))
        .flat_map(|it| tables(it.1).filter(|it| it.0 == "is"))
        .flat_map(|it| tables(it.1).map(|it| it.1))
}
