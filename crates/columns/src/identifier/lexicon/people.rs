//! Names of people, codes that stand for them, and texts about them.
//!
//! Of a thing, `name` and `id` are harmless (`drug_name`, `product_id`); of a person or of a record
//! about one they are not. So the word beside them decides.

use crate::identifier::words::listed;
use crate::identifier::{Content, NameWords};

/// Whom a name or number can belong to.
const PEOPLE: &str = "patient, person, people, customer, client, employee, student, pupil, member, \
    user, doctor, physician, nurse, surgeon, teacher, mother, father, parent, guardian, spouse, \
    child, maiden, contact, subscriber, guarantor, insured, owner, holder, beneficiary, applicant, \
    donor, participant, author, sender, recipient, respondent, staff, worker, tenant, passenger, \
    driver, citizen, resident, voter, candidate, household, family, kunde, kunden, patienten, \
    personal, mitarbeiter, paciente, cliente, paziente, klant, utente, employe, empleado, \
    provider, pcp, attending, clinician, dentist, therapist, caregiver, carer, kin, relative, \
    wife, husband, daughter, brother, sister, sibling, individual, mutter, vater, arzt, mere, \
    pere, medecin, madre, padre, medico, huisarts, moeder, vader, mae, pai, md, dr, employer, \
    socio";

/// Records about one person each.
const RECORDS: &str = "record, case, encounter, visit, admission, hadm, stay, icustay, claim, \
    chart, specimen, sample, accession, row, unique, invoice, order, transaction, session, token, \
    login, study, subject, survey, interview, questionnaire, episode, occurrence, exposure, \
    observation, event, referral, authorization, requisition, ticket, receipt, booking, \
    appointment, prescription, shipment, rezept";

/// Records that are numbered one by one: such a number counts nothing.
const DOCUMENTS: &str = "prescription, claim, invoice, order, requisition, accession, specimen, \
    case, encounter, ticket, receipt, referral, authorization, transaction, admission, \
    registration, reference, confirmation, tracking, booking, subject, rezept, rechnung, \
    rechnungs, auftrags, study, lab, aufnahme";

/// Words for a name.
const NAMES: &str = "name, names, nom, nombre, nome, naam";

/// Words for a key; a record's number may count visits instead.
const KEYS: &str = "id, ids, identifier, key";

/// Words for a number that tells which one, not what kind.
const PLAIN_NUMBERS: &str = "number, no, nr, num, nummer, numero, reference";

/// Words for a number.
const NUMBERS: &str = "id, ids, identifier, number, no, nr, num, key, code, nummer, numero, \
    codigo, codice";

/// Names in part, where they stand last: `patient_first_visit` is about a visit.
const PARTS: &str = "last, first, middle, maiden, surname, initial, initials";

const WHOLE_NAMES: &str = "name, names, namen, nom, nombre, nome, naam, noms, nombres, fname, \
    lname, mname, last, first, middle, maiden, initials, physician, surgeon, attending physician, \
    referring physician, referring md, primary care physician, pcp";

const WITHIN_NAMES: &str = "l name, f name, m name, first name, last name, middle name, full name, \
    given name, family name, surname, forename, maiden name, birth name, christian name, middle \
    initial, nickname, legal name, preferred name, next of kin, emergency contact, vorname, \
    nachname, familienname, zuname, geburtsname, patientenname, kundenname, vollstandiger name, \
    prenom, nom de famille, nom de naissance, nom complet, apellido, apellidos, nombre completo, \
    primer nombre, cognome, nome completo, voornaam, achternaam, tussenvoegsel, volledige naam, \
    sobrenome, apelido, nome proprio, name first, name last, name full, name middle, person full \
    name, nachn, vorn, nom de jeune fille, nom jeune fille, nom jf, segundo apellido, primer \
    apellido, madchenname, mother maiden, mothers maiden";

const WHOLE_CODES: &str = "beneficiary, beneficiaries, bene, subscriber, guarantor, enrollee, \
    policyholder, policy holder, id, ids, uid, pid, guid, identifier, username, login, matricula, \
    matricule, barcode, seqn, seqno, eid, csn";

const WITHIN_CODES: &str = "uuid, guid, user name, user id, id number, id no, id num, pers nr, \
    mitgl nr, primary key, pseudonym, kennung, personalnummer, kundennummer, mitgliedsnummer, \
    aktenzeichen, matrikelnummer, identifiant, identificador, identificativo, klantnummer, \
    personeelsnummer, numero de cliente, usubjid, subjid, person source value, observation period \
    id, rx number, rx no, rxno, rezept nr, rechnungs nr, auftrags nr";

const WHOLE_TEXTS: &str = "note, notes, comment, comments, remark, remarks, narrative, text, \
    transcript, bemerkung, bemerkungen, kommentar, notizen, anmerkungen, commentaires, \
    observaciones, comentarios, commenti, opmerkingen, observacoes";

const WITHIN_TEXTS: &str = "free text, freitext, clinical note, clinical notes, progress note, \
    progress notes, discharge summary, comment text";

/// What a name says that none of the other lists know.
pub(super) fn by_name(words: &NameWords) -> Option<Content> {
    let told = [
        (Content::Code, words.are_any(WHOLE_CODES) || words.have_any(WITHIN_CODES)),
        (Content::PersonName, words.are_any(WHOLE_NAMES) || words.have_any(WITHIN_NAMES)),
        (Content::PersonName, is_named(words)),
        (Content::Code, is_numbered(words)),
        (Content::FreeText, words.are_any(WHOLE_TEXTS) || words.have_any(WITHIN_TEXTS)),
    ];
    told.into_iter().find(|(_, told)| *told).map(|(content, _)| content)
}

/// Whether a person's name is named, whole or in part.
fn is_named(words: &NameWords) -> bool {
    let part = |part: &str| words.end_with_any(part) && words.have_pair(PEOPLE, part);
    words.have_pair(PEOPLE, NAMES) || listed(PARTS).any(part)
}

/// Whether the number of a person, or of a record about one, is named.
fn is_numbered(words: &NameWords) -> bool {
    // A number that stands first counts: `num_lab_tests`.
    let numbered = |document: &str| {
        listed(PLAIN_NUMBERS).any(|number| words.have(&format!("{document} {number}")))
    };
    words.have_pair(PEOPLE, NUMBERS)
        || words.have_pair(RECORDS, KEYS)
        || listed(DOCUMENTS).any(numbered)
}
