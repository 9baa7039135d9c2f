"""Files as people export them, made from seeds: what is in them, and what must not be published.

`FILES` lists them. Each is made by a function that writes the file and returns its `Truth`.
"""

import csv
import datetime
import gzip
import io
import random
from typing import NamedTuple


class Truth(NamedTuple):
    """What a reader must find in a file, and what a release must not show."""

    # Rows of the table; 0 if the file must be refused.
    rows: int
    # What the scan must say of a column: its type, and its missing cells.
    types: dict = {}
    missing: dict = {}
    # What the scan must propose for a column.
    roles: dict = {}
    # Columns whose exact cells lead to one person.
    identifiers: tuple = ()
    # Dates of birth.
    births: tuple = ()
    # Pairs: the first column gives the second back.
    pairs: tuple = ()
    # What the scan or the error must say.
    says: tuple = ()
    # Spelling of published cells: column -> regular expression of every exact cell.
    spelled: dict = {}


FILES = {}


def file(name):
    """Registers a maker under the name of its file."""
    def register(maker):
        FILES[name] = maker
        return maker
    return register


FIRST = "Anna Ben Clara David Eva Felix Greta Hans Ida Jan Klara Lars Mia Nils Olga Paul".split()
LAST = "Adler Bauer Conrad Diehl Engel Fuchs Graf Haas Imhof Jung Koch Lang Maier Nagel Otto Pohl".split()
ZIPS = "10115 10117 10119 20095 20097 50667 50668 80331 80333 01067 04109 99084".split()
ILLNESSES = "asthma diabetes flu hypertension migraine cancer".split()
SCHOOL = ["primary", "lower secondary", "upper secondary", "bachelor", "master", "doctorate"]
JOBS = "clerk nurse teacher driver engineer cook lawyer farmer".split()


class Person(NamedTuple):
    """One made-up person."""

    number: int
    first: str
    last: str
    birth: datetime.date
    sex: str
    zip: str
    school: str
    job: str
    children: int
    income: float
    illness: str

    @property
    def age(self):
        """Whole years at the end of 2023."""
        return 2023 - self.birth.year


def people(count, seed):
    """Made-up people; correlated only as far as the files need it."""
    dice = random.Random(seed)
    for number in range(count):
        birth = datetime.date(1933, 1, 1) + datetime.timedelta(days=dice.randrange(72 * 365))
        yield Person(number, dice.choice(FIRST), dice.choice(LAST), birth, dice.choice("mf"), dice.choice(ZIPS),
                     dice.choice(SCHOOL), dice.choice(JOBS), min(dice.randrange(5), dice.randrange(5)),
                     round(dice.lognormvariate(7.8, 0.5), 2), dice.choice(ILLNESSES))


def write(path, header, rows, delimiter=",", encoding="utf-8", ending="\n", quoting=csv.QUOTE_MINIMAL):
    """Writes a delimited file; without a header if there is none."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator=ending, quoting=quoting)
    if header:
        writer.writerow(header)
    writer.writerows(rows)
    path.write_bytes(text.getvalue().encode(encoding))


def german(number):
    """A number with a decimal comma and points between thousands."""
    return f"{number:,.2f}".replace(",", " ").replace(".", ",").replace(" ", ".")


# Dates

@file("german.csv")
def german_export(path):
    rows = [[f"{p.first} {p.last}", p.birth.strftime("%d.%m.%Y"), p.sex, p.zip, german(p.income), p.illness]
            for p in people(600, 1)]
    write(path, ["Name", "Geburtsdatum", "Geschlecht", "PLZ", "Einkommen", "Diagnose"], rows, ";")
    return Truth(600, {"Geburtsdatum": "date", "Einkommen": "decimal"}, identifiers=("Name",), births=("Geburtsdatum",),
                 spelled={"Einkommen": r"\d{1,3}(\.\d{3})*,\d\d"})


@file("american.csv")
def american(path):
    rows = [[p.birth.strftime("%m/%d/%Y"), p.sex, p.zip, f"{p.income:,.2f}", p.illness] for p in people(600, 2)]
    write(path, ["date_of_birth", "sex", "zip", "income", "illness"], rows)
    return Truth(600, {"date_of_birth": "date", "income": "decimal"}, births=("date_of_birth",),
                 spelled={"income": r"\d{1,3}(,\d{3})*\.\d\d"})


@file("iso-zulu.csv")
def iso_zulu(path):
    dice = random.Random(3)
    moment = lambda: datetime.datetime(2017, 1, 1) + datetime.timedelta(seconds=dice.randrange(3 * 31536000))
    rows = [[p.birth, moment().strftime("%Y-%m-%dT%H:%M:%SZ"), p.sex, p.zip, p.illness] for p in people(600, 3)]
    write(path, ["birth_date", "admitted", "sex", "zip", "illness"], rows)
    return Truth(600, {"birth_date": "date", "admitted": "date"}, births=("birth_date",), identifiers=("admitted",))


@file("compact-dates.csv")
def compact(path):
    rows = [[p.birth.strftime("%Y%m%d"), p.sex, p.school, p.illness] for p in people(600, 4)]
    write(path, ["dob", "sex", "education", "illness"], rows)
    return Truth(600, {"dob": "date"}, births=("dob",))


@file("ambiguous-dates.csv")
def ambiguous(path):
    dice = random.Random(5)
    rows = [[f"{dice.randint(1, 12):02}/{dice.randint(1, 12):02}/{p.birth.year}", p.sex, p.zip, p.illness]
            for p in people(400, 5)]
    write(path, ["birthdate", "sex", "zip", "illness"], rows)
    return Truth(400, births=("birthdate",), says=("day", "month"))


@file("short-years.csv")
def short_years(path):
    rows = [[p.birth.strftime("%d.%m.%y"), p.sex, p.zip, p.illness] for p in people(400, 6)]
    write(path, ["geburtsdatum", "sex", "plz", "illness"], rows, ";")
    return Truth(400, births=("geburtsdatum",))


@file("offsets.csv")
def offsets(path):
    dice = random.Random(7)
    zone = lambda: dice.choice(["+01:00", "+02:00"])
    rows = [[f"{datetime.datetime(2023, 1, 1) + datetime.timedelta(minutes=30 * dice.randrange(17520))}{zone()}",
             p.age, p.sex, p.illness] for p in people(400, 7)]
    write(path, ["admitted", "age", "sex", "illness"], rows)
    return Truth(400, {"admitted": "date"}, identifiers=("admitted",))


# Missing values and numbers

def with_gaps(path, word, seed, blank="", **more):
    """A table in which every eighth age, number of children and income is the word."""
    dice = random.Random(seed)
    gaps = {"age": 0, "children": 0, "income": 0}

    def cell(column, value):
        missing = dice.random() < 0.125
        gaps[column] += missing
        return blank + (word if missing else str(value))

    rows = [[cell("age", p.age), blank + p.sex, cell("children", p.children), blank + p.school,
             cell("income", p.income), blank + p.illness] for p in people(500, seed)]
    header = [blank + name for name in ["age", "sex", "children", "education", "income", "illness"]]
    write(path, header, rows, **more)
    return Truth(500, {"age": "integer", "children": "integer", "income": "decimal"}, gaps)


@file("missing-na.csv")
def missing_na(path):
    return with_gaps(path, "NA", 10)


@file("missing-null.csv")
def missing_null(path):
    return with_gaps(path, "NULL", 11)


@file("missing-dot.csv")
def missing_dot(path):
    return with_gaps(path, ".", 12)


@file("missing-question-blanks.csv")
def missing_question(path):
    return with_gaps(path, "?", 13, blank=" ")


@file("missing-dash.csv")
def missing_dash(path):
    return with_gaps(path, "-", 14, ending="\r\n")


@file("pandas-floats.csv")
def pandas_floats(path):
    dice = random.Random(15)
    gap = lambda value: "" if dice.random() < 0.1 else f"{value}.0"
    rows = [[p.number, gap(p.age), gap(int(p.sex == "f")), gap(dice.randrange(4)), gap(p.children), p.income]
            for p in people(500, 15)]
    write(path, ["", "age", "sex", "race", "children", "income"], rows)
    known = dict.fromkeys(["age", "sex", "race", "children"], "qi")
    return Truth(500, roles=known | {"c1": "id", "income": "sensitive"}, identifiers=("c1",))


@file("decimal-commas.csv")
def decimal_commas(path):
    rows = [[p.age, p.sex, p.zip, german(p.income * 12), f"{50 + p.number % 60},{p.number % 10}"]
            for p in people(500, 16)]
    write(path, ["alter", "geschlecht", "plz", "jahreseinkommen", "gewicht"], rows, ";")
    return Truth(500, {"jahreseinkommen": "decimal", "gewicht": "decimal"},
                 spelled={"jahreseinkommen": r"\d{1,3}(\.\d{3})*,\d\d", "gewicht": r"\d+,\d"})


# Encodings, delimiters, headers, files

def french(path, encoding, job="employé", **more):
    """A table with letters beyond ASCII."""
    rows = [[p.age, "féminin" if p.sex == "f" else "masculin", p.zip, job if p.job == "clerk" else p.job, p.illness]
            for p in people(400, 20)]
    write(path, ["âge", "sexe", "code postal", "métier", "maladie"], rows, encoding=encoding, **more)
    return Truth(400, {"âge": "integer"})


@file("latin1.csv")
def latin1(path):
    return french(path, "latin-1")


@file("windows-1252.csv")
def windows(path):
    return french(path, "cp1252", "employé à 1.500 €", delimiter=";", ending="\r\n")


@file("utf16.csv")
def utf16(path):
    return french(path, "utf-16", delimiter="\t")


@file("bom.csv")
def bom(path):
    return french(path, "utf-8-sig")


@file("headerless.csv")
def headerless(path):
    rows = [[p.age, p.sex, p.zip, p.income, p.illness] for p in people(400, 21)]
    write(path, None, rows)
    return Truth(400, says=("--no-header",))


@file("tabs.tsv")
def tabs(path):
    rows = [[p.age, p.sex, p.zip, p.job, p.income] for p in people(400, 22)]
    write(path, ["age", "sex", "zip", "occupation", "income"], rows, "\t")
    return Truth(400, {"age": "integer"})


@file("pipes.txt")
def pipes(path):
    rows = [[p.age, p.sex, p.zip, p.job, p.income] for p in people(400, 23)]
    write(path, ["age", "sex", "zip", "occupation", "income"], rows, "|")
    return Truth(400, {"age": "integer"})


@file("packed.csv.gz")
def packed(path):
    rows = [[p.age, p.sex, p.zip, p.job, p.income] for p in people(400, 24)]
    plain = path.with_suffix(".plain")
    write(plain, ["age", "sex", "zip", "occupation", "income"], rows)
    path.write_bytes(gzip.compress(plain.read_bytes(), mtime=0))
    plain.unlink()
    return Truth(400, {"age": "integer"})


@file("odd-names.csv")
def odd_names(path):
    rows = [[p.age, p.sex, p.zip, p.job, p.illness] for p in people(400, 25)]
    header = ["age, in years", "sex=m/f", 'the "zip"', " job title ", "illness {icd}"]
    write(path, header, rows, quoting=csv.QUOTE_ALL)
    return Truth(400, {"age, in years": "integer"})


@file("quoted-lines.csv")
def quoted_lines(path):
    rows = [[p.age, p.sex, p.zip, f"{p.first} said \"fine\",\nthen left on day {p.number}", p.illness]
            for p in people(400, 26)]
    write(path, ["age", "sex", "zip", "comment", "illness"], rows, ending="\r\n")
    return Truth(400, {"age": "integer"}, identifiers=("comment",))


@file("sheet.xlsx")
def sheet_excel(path):
    return sheet(path, "openpyxl")


@file("sheet.ods")
def sheet_open(path):
    return sheet(path, "odf")


def sheet(path, engine):
    """Two sheets: the table, and remarks."""
    import pandas
    rows = [[p.birth, p.sex, p.zip, p.children if p.number % 9 else None, p.income, p.illness]
            for p in people(400, 27)]
    table = pandas.DataFrame(rows, columns=["birth date", "sex", "zip", "children", "income", "illness"])
    table["birth date"] = pandas.to_datetime(table["birth date"])
    with pandas.ExcelWriter(path, engine=engine) as writer:
        table.to_excel(writer, sheet_name="people", index=False)
        pandas.DataFrame({"remark": ["made up"]}).to_excel(writer, sheet_name="remarks", index=False)
    return Truth(400, {"birth date": "date", "children": "integer"}, {"children": 45}, births=("birth date",))


@file("zoned.parquet")
def zoned(path):
    import pandas
    dice = random.Random(28)
    start = pandas.Timestamp("2023-01-01 00:30", tz="+01:00")
    moments = [start] + [start + pandas.Timedelta(minutes=30 * dice.randrange(17520)) for _ in range(399)]
    rows = [[p.age, p.sex, p.illness] for p in people(400, 28)]
    table = pandas.DataFrame(rows, columns=["age", "sex", "illness"])
    table["admitted"] = pandas.Series(moments).dt.tz_convert("Europe/Berlin")
    table.to_parquet(path)
    return Truth(400, {"admitted": "date"}, identifiers=("admitted",), spelled={"admitted": r"(?!2022).*"})


@file("typed.parquet")
def typed(path):
    import pandas
    rows = [[p.number * 7, p.birth, p.sex, p.zip, p.children, p.income] for p in people(400, 29)]
    table = pandas.DataFrame(rows, columns=["id", "birth", "sex", "zip", "children", "income"])
    table["sex"] = table["sex"].astype("category")
    table.to_parquet(path)
    return Truth(400, {"birth": "date", "children": "integer"}, births=("birth",), identifiers=("id",))


def foreign(path, save):
    """A file of a statistics package, which must be refused with what converts it."""
    import pandas
    rows = [[p.age, p.sex, p.illness] for p in people(50, 30)]
    save(pandas.DataFrame(rows, columns=["age", "sex", "illness"]))
    return Truth(0, says=("python", "R"))


@file("stata.dta")
def stata(path):
    return foreign(path, lambda table: table.to_stata(path, write_index=False))


@file("spss.sav")
def spss(path):
    import pyreadstat
    return foreign(path, lambda table: pyreadstat.write_sav(table, path))


@file("transport.xpt")
def transport(path):
    import pyreadstat
    return foreign(path, lambda table: pyreadstat.write_xport(table, path, file_format_version=5))


@file("sas.sas7bdat")
def sas(path):
    magic = bytes.fromhex("00000000 00000000 00000000 c2ea8160 b31411cf bd920800 09c7318c 181f1011")
    path.write_bytes(magic + bytes(random.Random(31).randrange(256) for _ in range(4096)))
    return Truth(0, says=("python", "R"))


# What tables are about

@file("wide-survey.csv")
def wide(path):
    dice = random.Random(40)
    rows = [[p.age, p.sex, p.zip, p.school, *(dice.randint(1, 5) for _ in range(300))] for p in people(500, 40)]
    write(path, ["age", "sex", "zip", "education", *(f"q{place}" for place in range(1, 301))], rows)
    return Truth(500, {"age": "integer", "q1": "integer"})


@file("visits.csv")
def visits(path):
    dice = random.Random(41)
    day = lambda: datetime.date(2022, 1, 1) + datetime.timedelta(days=dice.randrange(365))
    rows = [[1000 + 3 * p.number, p.age, p.sex, p.zip[:2], day(), dice.choice(ILLNESSES)]
            for p in people(250, 41) for _ in range(dice.randint(1, 6))]
    write(path, ["patient_id", "age", "sex", "region", "visit_date", "diagnosis"], rows)
    return Truth(len(rows), {"visit_date": "date"}, roles={"patient_id": "person"}, identifiers=("patient_id",))


@file("identifiers.csv")
def identifiers(path):
    dice = random.Random(42)
    digits = lambda count: "".join(dice.choice("0123456789") for _ in range(count))
    rows = [[f"+49 30 {digits(7)}", f"{p.first}.{p.last}{p.number}@example.org".lower(),
             f"{dice.randint(1, 665):03}-{dice.randint(1, 99):02}-{dice.randint(1, 9999):04}", iban(digits(18)),
             p.age, p.sex, p.zip, p.income] for p in people(500, 42)]
    write(path, ["contact", "login", "number", "account", "age", "sex", "zip", "income"], rows)
    return Truth(500, identifiers=("contact", "login", "number", "account"))


def iban(account):
    """An IBAN of Germany with its check digits."""
    return f"DE{98 - int(account + '131400') % 97:02}{account}"


@file("names-and-addresses.csv")
def names(path):
    dice = random.Random(43)
    rows = [[p.first, p.last, f"Hauptstr. {p.number}", f"{dice.uniform(47, 55):.5f}", f"{dice.uniform(6, 15):.5f}",
             f"10.{p.number % 250}.{dice.randrange(250)}.{dice.randrange(250)}", p.age, p.sex, p.illness]
            for p in people(500, 43)]
    write(path, ["first_name", "last_name", "street", "latitude", "longitude", "ip", "age", "sex", "illness"], rows)
    return Truth(500, identifiers=("street", "latitude", "longitude", "ip"))


@file("birth-and-age.csv")
def birth_and_age(path):
    rows = [[p.birth, p.age, p.birth.year, p.sex, p.job, p.illness] for p in people(500, 44)]
    write(path, ["born", "age", "yob", "sex", "occupation", "illness"], rows)
    return Truth(500, {"born": "date"}, births=("born",), pairs=(("yob", "age"), ("age", "yob"), ("born", "age")))


@file("code-and-label.csv")
def code_and_label(path):
    code = {job: 1100 + 37 * place for place, job in enumerate(JOBS)}
    rows = [[p.age, p.sex, p.zip, code[p.job], p.job, p.income] for p in people(500, 45)]
    write(path, ["age", "sex", "zip", "isco", "occupation", "income"], rows)
    return Truth(500, pairs=(("isco", "occupation"), ("occupation", "isco")))


@file("row-numbers.csv")
def row_numbers(path):
    dice = random.Random(46)
    numbers = sorted(dice.sample(range(1, 5000), 500))
    rows = [[number, p.age, p.sex, p.school, p.income] for number, p in zip(numbers, people(500, 46))]
    write(path, ["rownames", "age", "sex", "education", "income"], rows)
    return Truth(500, roles={"rownames": "id"}, identifiers=("rownames",))


@file("weights.csv")
def weights(path):
    dice = random.Random(47)
    rows = [[p.age, p.sex, p.school, f"{dice.uniform(200, 3000):.4f}", p.income] for p in people(500, 47)]
    write(path, ["age", "sex", "education", "weight", "income"], rows)
    return Truth(500, roles={"weight": "plain"}, identifiers=("weight",))


@file("couples.csv")
def couples(path):
    dice = random.Random(48)
    rows = [[p.age, p.age + dice.randint(-4, 6), p.school, round(p.income / 160, 2),
             round(p.income / 160 * dice.uniform(.5, 2), 2), dice.choice(["yes", "no"])] for p in people(500, 48)]
    write(path, ["age", "hage", "education", "wage", "hwage", "participation"], rows)
    return Truth(500, roles={"hage": "qi", "wage": "sensitive", "hwage": "sensitive", "participation": "sensitive"})


@file("outcomes.csv")
def outcomes(path):
    dice = random.Random(49)
    yes = lambda share: "yes" if dice.random() < share else "no"
    rows = [[p.age, p.sex, p.zip, p.job, yes(.3), yes(.1), dice.choice(["positive", "negative"]), p.illness,
             yes(.9), dice.choice([400, 800, 1500, 5000])] for p in people(600, 49)]
    write(path, ["age", "sex", "zip", "occupation", "survived", "deny", "test_result", "diagnosis", "telephone",
                 "race"], rows)
    secrets = dict.fromkeys(["survived", "deny", "test_result", "diagnosis"], "sensitive")
    return Truth(600, roles=secrets | {"telephone": "qi", "age": "qi"})


@file("standards.csv")
def standards(path):
    dice = random.Random(50)
    rows = [[p.age, p.sex, dice.choice("DEU FRA USA BRA IND KEN CHN AUS".split()),
             dice.choice("CA NY TX WA FL OH".split()), dice.choice("J45.0 E11.9 I10 C50.1 F32.2 S72.0".split()),
             p.school] for p in people(600, 50)]
    write(path, ["age", "sex", "country", "state", "icd10", "education"], rows)
    return Truth(600)


@file("tiny.csv")
def tiny(path):
    rows = [[p.first, p.birth, p.sex, p.illness] for p in people(5, 51)]
    write(path, ["name", "birth", "sex", "illness"], rows)
    return Truth(5, identifiers=("name",), births=("birth",))


@file("constant.csv")
def constant(path):
    rows = [["study A", p.age, p.sex, 1, "", p.illness] for p in people(400, 52)]
    write(path, ["study", "age", "sex", "consent", "remark", "illness"], rows)
    return Truth(400, {"age": "integer"}, {"remark": 400})


@file("one-column.csv")
def one_column(path):
    write(path, ["age"], [[p.age] for p in people(400, 53)])
    return Truth(400, {"age": "integer"})


@file("header-only.csv")
def header_only(path):
    write(path, ["age", "sex", "illness"], [])
    return Truth(0)


@file("ages-over-90.csv")
def old_ages(path):
    dice = random.Random(54)
    rows = [[dice.choice([p.age, p.age, p.age, dice.randint(90, 109)]), p.sex, p.zip, p.income, p.illness]
            for p in people(800, 54)]
    write(path, ["age", "sex", "zip", "income", "illness"], rows)
    return Truth(800, {"age": "integer"})
