//! Dates and ages.

use super::Entry;
use crate::identifier::{Content, NameWords};

/// Words for a birth that mean one beside a word of time, wherever they stand.
const BIRTHS: &str = "birth, born, geburt, geburts, geb, naissance, nais, naiss, nacimiento, nac, \
    nacim, nascita, nasc, nascimento, geboorte, geboren";

const YEARS: &str = "year, years, jahr, annee, an, ano, anio, anno, jaar";

const MONTHS: &str = "month, monat, mois, mes, mese, maand";

const DATES: &str = "date, datetime, timestamp, datum, dat, fecha";

/// What happens to a person on a day.
const EVENTS: &str = "admission, discharge, death, surgery, procedure, diagnosis, service, onset, \
    exam, interview, enrollment, enrolment, encounter, appointment, aufnahme, entlassung, \
    admision, ingreso, alta, ricovero, dimissione, opname, ontslag, sortie";

/// What is finer than a year.
const PARTS: &str = "month, day, week, quarter, weekday, monat, tag, quartal, mois, jour, mes, \
    dia, mese, giorno, maand, dag";

/// Births whose words stand apart, and parts of dates of what happens to people.
pub(super) fn by_name(words: &NameWords) -> Option<Content> {
    let born_on = || words.have_both(BIRTHS, DATES) || words.have_both("nasc, nascita", "data");
    let told = [
        (Content::BirthDate, born_on()),
        (Content::BirthYear, words.have_both(BIRTHS, YEARS)),
        (Content::DatePart, words.have_both(BIRTHS, MONTHS)),
        (Content::DatePart, words.have_pair(EVENTS, PARTS)),
    ];
    told.into_iter().find(|(_, told)| *told).map(|(content, _)| content)
}

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        content: Content::BirthYear,
        whole: "jahrgang",
        within: "birth year, year of birth, year born, yob, geburtsjahr, annee de naissance, annee \
            naissance, ano de nacimiento, ano nacimiento, anno di nascita, anno nascita, \
            geboortejaar, ano de nascimento, ano nascimento, geb jahr, byear, an nais",
        but: "",
    },
    Entry {
        content: Content::DatePart,
        whole: "month, monat, mois, mes, mese, maand, fmonth, imonth, iday, wday",
        within: "bmonth, weekday, wochentag, dow, jour de la semaine, jour semaine, dia de la \
            semana, dia semana, dia da semana, giorno della settimana, giorno settimana, dag van \
            de week, weekdag, birth month, month of birth, birth day of month, day of week, day of \
            month, day of year, admission month, admission day, discharge month, discharge day, \
            death month, month of death, day of birth, geburtsmonat, mois de naissance, mes de \
            nacimiento, mese di nascita, geboortemaand, mes de nascimento, week of year",
        but: "jones",
    },
    Entry {
        content: Content::BirthDate,
        whole: "birth, born, geboren, naissance, nacimiento, nascita, nascimento, ddn",
        within: "d o b, birth day, geburts dat, bdate, bday, brthdtc, birthdt, birthdtc, fnac, f \
            nac, fec nac, geb dat, gebdt, dt nasc, dta nasc, birth date, date of birth, birthday, \
            birth dt, date birth, geburtsdatum, geburtstag, geb datum, date de naissance, date \
            naissance, fecha de nacimiento, fecha nacimiento, fecha nac, data di nascita, data \
            nascita, geboortedatum, data de nascimento, data nascimento",
        but: "",
    },
    Entry {
        content: Content::DeathDate,
        whole: "died, deathtime",
        within: "dthdtc, death datetime, date death, death date, date of death, dod, deceased \
            date, date deceased, death dt, todesdatum, sterbedatum, todestag, date de deces, date \
            deces, fecha de defuncion, fecha defuncion, fecha de muerte, data di morte, data \
            decesso, data di decesso, overlijdensdatum, data de obito, data do obito, data da \
            morte",
        but: "",
    },
    Entry {
        content: Content::EventDate,
        whole: "admittime, dischtime, charttime, edregtime, edouttime, aufnahme, entlassung, \
            idate, rfstdtc, rfendtc, rficdtc, rfxstdtc, rfxendtc, dmdtc, aestdtc, aeendtc, lbdtc, \
            vsdtc, egdtc, qsdtc, pcdtc, exstdtc, exendtc, cmstdtc, cmendtc, svstdtc, svendtc, \
            mhstdtc, dsstdtc",
        within: "date, datetime, date time, timestamp, time stamp, datum, fecha, created at, \
            updated at, visit dt, admission time, discharge time, admission dt, discharge dt, aufn \
            dat, aufnahme dat, entl dat, entlass dat, op dat, op datum, entlass datum, \
            aufnahmedatum, eintrittsdatum, austrittsdatum, operationsdatum, entlassungsdatum, data \
            di ricovero, data ricovero, data di dimissione, opnamedatum, ontslagdatum, data de \
            admissao, data de internacao, data de alta",
        but: "year",
    },
    Entry {
        content: Content::Age,
        whole: "eta, alter, alder, yrs, years, yrs old, years old, jahre, ans, anos, anni, jaren",
        within: "age, ages, edad, leeftijd, idade, lebensalter, alter in jahren, alter jahre, \
            alter jahr, alter patient, patientenalter, alter bei aufnahme, altersgruppe, eta anni, \
            eta paziente, age group, agegrp, agecat, ageg, age y, pat alter, alter pat, ridageyr, \
            ridagemn, ridexagy, ridexagm, age at visit, age at diagnosis, age at onset, age at \
            enrollment, age at entry, age at event, leeftijdsjaar",
        but: "house, housing, building, car, vehicle, property, account, company, machine, tree, \
            file, device",
    },
];
