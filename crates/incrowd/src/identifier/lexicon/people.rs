//! Names of people, codes that stand for them, and texts about them.
//!
//! Of a thing, `name` and `id` are harmless (`drug_name`, `product_id`); of a person or of a record
//! about one they are not. So the word beside them decides.

use crate::identifier::words::listed;
use crate::identifier::{Content, Words};

/// Whom a name or number can belong to.
const PEOPLE: &str = "patient, person, people, customer, client, employee, student, pupil, \
    member, user, doctor, physician, nurse, surgeon, teacher, mother, father, parent, guardian, \
    spouse, child, maiden, contact, subscriber, guarantor, insured, owner, holder, beneficiary, \
    applicant, donor, participant, author, sender, recipient, respondent, staff, worker, tenant, \
    passenger, driver, citizen, resident, voter, candidate, household, family, kunde, kunden, \
    patienten, personal, mitarbeiter, paciente, cliente, paziente, klant, utente, employe, \
    empleado";

/// Records about one person each.
const RECORDS: &str = "record, case, encounter, visit, admission, hadm, stay, icustay, claim, \
    chart, specimen, sample, accession, row, unique, invoice, order, transaction, session, \
    token, login, study, subject";

/// Words for a name.
const NAMES: &str = "name, names, nom, nombre, nome, naam";

/// Words for a key; a record's number may count visits instead.
const KEYS: &str = "id, ids, identifier, key";

/// Words for a number.
const NUMBERS: &str = "id, ids, identifier, number, no, nr, num, key, code, nummer, numero, \
    codigo, codice";

const WHOLE_NAMES: &str = "name, names, namen, nom, nombre, nome, naam, noms, nombres, fname, \
    lname, mname, last, first, middle, maiden";

const WITHIN_NAMES: &str = "first name, last name, middle name, full name, given name, family \
    name, surname, forename, maiden name, birth name, christian name, middle initial, nickname, \
    legal name, preferred name, next of kin, emergency contact, vorname, nachname, familienname, \
    zuname, geburtsname, patientenname, kundenname, vollstandiger name, prenom, nom de famille, \
    nom de naissance, nom complet, apellido, apellidos, nombre completo, primer nombre, cognome, \
    nome completo, voornaam, achternaam, tussenvoegsel, volledige naam, sobrenome, apelido, nome \
    proprio, name first, name last, person full name";

const WHOLE_CODES: &str = "id, ids, uid, pid, guid, identifier, username, login, matricula, \
    matricule, barcode";

const WITHIN_CODES: &str = "uuid, guid, user name, user id, id number, id no, primary key, \
    pseudonym, kennung, personalnummer, kundennummer, mitgliedsnummer, aktenzeichen, \
    matrikelnummer, identifiant, identificador, identificativo, klantnummer, personeelsnummer, \
    numero de cliente";

const WHOLE_TEXTS: &str = "note, notes, comment, comments, remark, remarks, narrative, text, \
    transcript, bemerkung, bemerkungen, kommentar, notizen, anmerkungen, commentaires, \
    observaciones, comentarios, commenti, opmerkingen, observacoes";

const WITHIN_TEXTS: &str = "free text, freitext, clinical note, clinical notes, progress note, \
    progress notes, discharge summary, comment text";

/// What a name says that none of the other lists know.
pub(super) fn by_name(words: &Words) -> Option<Content> {
    let told = [
        (Content::Code, words.are_any(WHOLE_CODES) || words.have_any(WITHIN_CODES)),
        (Content::PersonName, words.are_any(WHOLE_NAMES) || words.have_any(WITHIN_NAMES)),
        (Content::PersonName, belong(words, PEOPLE, NAMES)),
        (Content::Code, belong(words, PEOPLE, NUMBERS) || belong(words, RECORDS, KEYS)),
        (Content::FreeText, words.are_any(WHOLE_TEXTS) || words.have_any(WITHIN_TEXTS)),
    ];
    told.into_iter().find(|(_, told)| *told).map(|(content, _)| content)
}

/// Whether something of someone is named: `patient_id`, `id_patient`, `name of patient`.
fn belong(words: &Words, whom: &str, what: &str) -> bool {
    let one = |whom: &str, what: &str| {
        let orders =
            [format!("{whom} {what}"), format!("{what} {whom}"), format!("{what} of {whom}")];
        orders.iter().any(|phrase| words.have(phrase))
    };
    listed(whom).any(|whom| listed(what).any(|what| one(whom, what)))
}
