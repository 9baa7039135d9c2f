//! What secrets and what known traits are called: English, German, French, Spanish, Italian, Dutch
//! and Portuguese, without accents, in lists with commas.

/// Weights of a survey.
pub(super) const WEIGHTS: &str = "fnlwgt, final weight, sampling weight, sample weight, survey \
    weight, person weight, household weight, replicate weight, wgt, pweight, pwgtp, weighting, \
    weights, pweights, perwt, hhwt, wtfinl, finalwt, finalwgt, sampwt, smpwt, svywt, asecwt, wts, \
    design weight, expansion factor, inverse probability weight, \
    gewichtung, hochrechnungsfaktor, ponderation, ponderacion, peso muestral, weegfactor, factor \
    de expansion, fator de expansao";

/// Weights of a survey, or of bodies.
pub(super) const WEIGHT: &str = "weight, wt, gewicht, poids, peso, gewichten";

/// Outcomes by names that mean other things beside other words or with many values: `low` is a low
/// weight at birth, `status` whether someone died.
pub(super) const OUTCOMES: &str = "status, case, low, event, censored, cens, failure, failed, \
    evento, evenement, released, paroled, bailed, entlassen, readmitted, recovered, cured, geheilt";

/// Names that say nothing, unless the values are yes and no: then someone was sorted so.
pub(super) const CLASSES: &str = "type, class, target, label, card, y, group membership, klasse, \
    typ, classe, clase, tipo";

/// Records that are kept of someone, by names that mean other things beside other words.
pub(super) const RECORDS: &str = "reports, checks, warnings, penalties, priors, prior arrests, \
    prior convictions, delinquencies";

/// Strata and units from which a sample was drawn, and groups in which people were matched.
pub(super) const DESIGN: &str = "stratum, strata, psu, primary sampling unit, sampling unit, \
    matched set, matched pair, matching group, schicht, strate, estrato, strato";

/// Secrets by topic.
pub(super) const SECRETS: &[(&str, &str)] = &[
    (
        "something sexual",
        "sexual orientation, sexuality, sexual, sexualitat, sexuelle orientierung, orientation \
         sexuelle, orientacion sexual, orientamento sessuale, seksuele geaardheid, orientacao \
         sexual",
    ),
    (
        "health",
        "health, diagnosis, diagnoses, disease, illness, medical condition, medical history, \
         icd, symptom, symptoms, drug, drugs, medication, medications, medicine, prescription, \
         treatment, therapy, procedure, surgery, hiv, cancer, tumor, tumour, diabetes, \
         pregnant, pregnancy, pregnancies, blood, bmi, cholesterol, glucose, insulin, allergy, \
         allergies, disability, disabled, mental, depression, lab result, test result, \
         genotype, genetic, mutation, smoker, smoking, smoke, smokes, alcohol, hypertension, vaccine, vaccination, cause of \
         death, death cause, comorbidity, comorbidities, diagnose, diagnosen, krankheit, \
         erkrankung, befund, medikament, medikamente, behandlung, therapie, schwangerschaft, \
         behinderung, raucher, blutdruck, gesundheit, diagnostic, maladie, medicament, \
         traitement, grossesse, handicap, sante, diagnostico, enfermedad, medicamento, \
         tratamiento, embarazo, discapacidad, salud, diagnosi, malattia, farmaco, terapia, \
         gravidanza, disabilita, salute, ziekte, medicijn, medicatie, behandeling, \
         zwangerschap, gezondheid, doenca, tratamento, gravidez, deficiencia, saude",
    ),
    (
        "money",
        "salary, income, wage, wages, earnings, pay, bonus, debt, loan, credit score, balance, \
         capital gain, capital gains, capital loss, capital losses, wealth, assets, net worth, \
         mortgage, rent, charges, expenses, tax, bankruptcy, gehalt, einkommen, jahreseinkommen, \
         monatseinkommen, nettoeinkommen, bruttoeinkommen, haushaltseinkommen, jahresgehalt, lohn, \
         verdienst, schulden, vermogen, kredit, kontostand, salaire, revenu, revenus, dette, \
         patrimoine, salario, sueldo, ingresos, renta, deuda, stipendio, reddito, debito, \
         salaris, inkomen, loon, rendimento, renda, divida",
    ),
    (
        "a belief",
        "religion, religious, faith, denomination, konfession, glaube, religione, religie, \
         geloof, religiao",
    ),
    (
        "politics",
        "political, politics, party, vote, voted, voting, trade union, union member, union \
         membership, partei, gewerkschaft, syndicat, parti politique, sindicato, partido, \
         sindacato, partito, vakbond, partij",
    ),
    (
        "crime",
        "crime, criminal, conviction, convictions, offence, offense, arrest, arrests, prison, \
         recidivism, straftat, vorstrafe, vorstrafen, casier judiciaire, delito, delitos, \
         antecedentes penales, reato, misdrijf, strafblad, crimes",
    ),
    (
        "an outcome",
        "affairs, affair, infidelity, survived, survival, survivor, died, dead, death, deceased, \
         mortality, relapse, deny, denied, denial, rejected, approved, granted, default, defaulted, \
         delinquent, outcome, outcomes, participation, dropout, dropped out, churn, fired, \
         dismissed, suicide, abuse, fatal, injury, injured, claim, claims, complaint, \
         complaints, fraud, test results, result, results, response, positive, infected, case \
         control, visits, hospitalized, hospitalised, uberlebt, gestorben, verstorben, abgelehnt, \
         ergebnis, befunde, survie, deces, refuse, resultat, sobrevivio, fallecido, resultado, \
         sopravvissuto, deceduto, esito, overleden, uitslag, sobreviveu",
    ),
    (
        "a judgement of someone",
        "score, scores, grade, grades, gpa, marks, exam result, performance, iq, punktzahl, \
         zensur, calificacion, voto, cijfer, pontuacao",
    ),
];

/// Traits that others can know, by topic.
pub(super) const KNOWN: &[(&str, &str)] = &[
    (
        "sex or gender",
        "sex, gender, geschlecht, sexe, genre, sexo, genero, sesso, genere, geslacht",
    ),
    (
        "origin",
        "race, ethnicity, ethnic, nationality, citizenship, origin, ancestry, immigrant, tribe, \
         caste, herkunft, staatsangehorigkeit, nationalitat, ethnie, nationalite, origine, \
         raza, etnia, nacionalidad, nazionalita, etniciteit, nationaliteit, afkomst, raca, \
         nacionalidade",
    ),
    (
        "a place",
        "country, nation, state, province, region, canton, residence, location, native country, \
         urban, rural, land, bundesland, kanton, staat, pays, pais, estado, provincia, paese, \
         regione, provincie, regio, regiao",
    ),
    (
        "family",
        "marital, marital status, married, civil status, relationship, children, household, \
         family, spouse, dependents, household size, familienstand, zivilstand, kinder, \
         haushalt, etat civil, situation familiale, enfants, estado civil, hijos, stato civile, \
         figli, burgerlijke staat, kinderen, filhos",
    ),
    (
        "schooling",
        "education, school, schooling, degree, diploma, qualification, bildung, ausbildung, \
         schulabschluss, abschluss, niveau d etudes, diplome, formation, educacion, estudios, \
         istruzione, titolo di studio, opleiding, escolaridade, educacao",
    ),
    (
        "work",
        "occupation, profession, job, job title, employer, employment, industry, work class, \
         military, veteran, hours per week, department, position, beruf, arbeitgeber, branche, \
         tatigkeit, metier, employeur, profesion, ocupacion, empleo, empresa, professione, \
         lavoro, beroep, werkgever, profissao, ocupacao, emprego",
    ),
    (
        "how someone looks or speaks",
        "height, weight, eye color, eye colour, hair color, hair colour, language, mother \
         tongue, korpergrosse, grosse, gewicht, sprache, muttersprache, taille, poids, langue, \
         estatura, peso, idioma, lengua, altezza, lingua, lengte, taal, altura",
    ),
];

/// The topics of known traits that are groups of people, not amounts.
pub(super) const GROUPS: [&str; 2] = ["sex or gender", "origin"];

/// What the numbers of rows are called.
pub(super) const ROW_NUMBERS: &str = "row names, row name, rownum, row number, row no, row, rowid, \
    unnamed, obs, obs no, observation, observation number, case no, caseno, case number, lfd nr, \
    laufende nummer, zeile, zeilennummer";

/// The standards that columns of these names may follow: the word of a hierarchy, and names.
pub(super) const STANDARDS: &[(&str, &str)] = &[
    (
        "countries",
        "country, countries, nation, nationality, citizenship, citizen, native country, birthplace, \
         birth country, country of birth, origin, land, staat, herkunft, staatsangehorigkeit, pays, \
         nationalite, pais, nacionalidad, paese, nazionalita, nationaliteit, nacionalidade",
    ),
    ("us-states", "state, states, us state, province, residence, birthplace, birth state"),
    (
        "icd-10",
        "icd, diagnosis, diagnoses, diagnose, diagnosen, diag, dx, cause of death, death cause, \
         disease, condition, diagnostic, diagnostico, diagnosi",
    ),
    ("isced", "education, isced, educ, schooling, degree, qualification, bildung, opleiding"),
    ("nace", "nace, isic, industry, branche, sector, activity, economic activity, sic"),
];

/// Words of a column that holds keys.
pub(super) const KEYS: &str = "id, ids, identifier, no, nr, nbr, num, number, nummer, numero, key, \
    code, cd, codigo, codice, ref, reference, serial, kennung, kennzahl";

/// Words of a column that holds measurements, and units.
pub(super) const MEASURES: &str = "count, counts, load, cost, costs, amount, amt, paid, payment, \
    charge, charges, price, fee, fees, score, rate, level, levels, value, values, dose, dosage, \
    weight, height, bmi, pressure, bp, pulse, temp, temperature, hour, hours, minute, minutes, \
    seconds, day, days, weeks, months, years, steps, pct, percent, percentage, ratio, index, \
    total, sum, mean, avg, average, median, min, max, length, size, duration, volume, \
    concentration, distance, area, income, salary, wage, revenue, sales, balance, budget, \
    population, mg, ml, mcg, mmol, kg, cm, mm, mmhg, km, usd, eur, gbp, number of, no of, num of, \
    anzahl, kosten, betrag, preis, wert, dosis, gewicht, hohe, dauer, menge, summe, mittelwert, \
    schritte, nombre de, cout, couts, montant, prix, valeur, poids, taille, duree, cantidad, \
    numero de, coste, costo, precio, importe, valor, peso, altura, duracion, quantita, prezzo, \
    importo, valore, altezza, durata, aantal, bedrag, prijs, waarde, lengte, duur, quantidade, \
    custo, preco, duracao";

/// Units as values have them, with blanks between.
pub(super) const UNITS: &str = "% mg g kg mcg ug µg μg ng pg ml l dl µl μl ul mmol umol µmol nmol \
    pmol mol meq iu miu u mm cm m km mmhg bpm h hr hrs min s sec ms d days weeks months years yrs \
    kcal cells copies lb lbs oz in ft c f °c °f";
