//! Common given names of several languages: enough that most columns of names show, few enough
//! that hardly another column does. Names that are also places, months or words are left out.

use std::sync::LazyLock;

use crate::identifier::words::folded;

/// Without accents, sorted.
const NAMES: &str = "\
    aaron abigail ada adrian agnieszka ahmed aisha akira alain albert alberto alejandra \
    alejandro alessandro alessia alexander alexei alexis ali alice alvaro amanda amelie amit amy \
    ana anastasia anders andre andrea andreas andrew andrzej angela anja anjali ann anna anneke \
    anthony antoine antonella antonio arjun arthur ashley astrid aurelie ava barbara beatriz \
    benjamin bernard bernd betty beverly birgit bjorn brandon brenda brian brigitte brittany \
    bruno camille carl carlos carmen carol carolyn catarina caterina catherine celine chantal \
    charles cheryl chiara chloe christine christophe christopher claudia cornelis cristina \
    cynthia daan daniel danielle david davide deborah debra deepak denise dennis diana diane \
    diego dieter dirk dmitri donald donna douglas eduardo edward ekaterina elena elijah elisa \
    elizabeth elke ella elodie emily emma enrique enzo eric erik erika ethan eugene evelyn \
    fatima federica federico felipe felix femke fernanda fernando finn frances francesca \
    francesco francisco francois francoise frank frederic freja frieda gabriel gabriela gabriele \
    george gerald gerhard gerrit giorgio giovanna giovanni gisela giulia giuseppe giuseppina \
    goncalo gregory greta guillaume gunter gustavo hannah hans harold harry haruto hassan \
    heather heidi heike heinz helen helene helga helmut hendrik hendrika henry hiroshi holger \
    horst hugo hussein ibrahim ilse ines ingrid irene irina isaac isabel isabella isabelle ivan \
    jack jacob jacqueline jacques jakub james jan janet janice jason javier jean jeffrey \
    jennifer jens jeremy jeroen jesse jessica joan joana joao joaquim joaquin joe johanna \
    johannes john jonas jonathan joost jorg jorge jose josefa joseph joshua joyce juan judith \
    judy jules julia juliana julie julien juliette jurgen justin karen karin karl katarzyna \
    katharina katherine kathleen kathryn katrin kayla kees keith kenji kenneth kevin khadija \
    kimberly klaus krzysztof kyle lakshmi larissa larry lars laura lauren laurent lea leila lena \
    leo leon leonie leticia liam linda linh lisa lorenzo lori lotte louis louise luca lucas \
    lucia lucien luigi luis lukas maarten magnus malgorzata manfred manon manuel marcel marco \
    margaret margarida margaux maria mariam mariana marie marieke marilyn mario markus marta \
    martha martina mary massimo mateus mathieu matteo matthew matthias maxime maximilian megan \
    mehmet melissa mette mia michael michel michelle miguel mikhail mohamed mohammed monika \
    monique moritz muhammad mustafa nadine nancy natalia natalie nathalie nathan nguyen nicholas \
    nicolas nicole niklas nikolai nils noah nuno nuria olav olga oliver olivia olivier omar \
    oskar pablo pamela paola paolo pascal patricia patrick paul paula paulo pedro peter petra \
    philip philippe pierre pieter pietro piotr priya rachel rafael rainer rajesh ralf ralph \
    ramon raphael raquel raul ravi raymond rebecca renate rene ricardo riccardo richard robert \
    roberto roger ronald rosa ruben rui ruud ryan sabine salvatore samantha samuel sander sandra \
    sandrine sanjay sanne sara sarah saskia scott sebastien sergei sergio sharon shirley silke \
    silvia simone sofie sophia soren stefan stefano stephanie stephen steven sunita susan \
    susanne sven svetlana sylvie takashi tanja tatiana teresa theresa thiago thierry thijs \
    thomas thorsten tiago tim timothy tomasz torsten ulrich ursula uwe valentina valerie vasco \
    veronique vicente vijay vincenzo vladimir walter werner wilhelmina willem william wolfgang \
    ximena yelena yuki yusuf zachary zainab zofia";

static GIVEN: LazyLock<Vec<&'static str>> = LazyLock::new(|| NAMES.split(' ').collect());

/// Whether a capitalised word is a common given name, or a double name that starts with one.
pub(super) fn is_given(word: &str) -> bool {
    let first = word.split('-').next().unwrap_or(word);
    first.starts_with(char::is_uppercase) && GIVEN.binary_search(&folded(first).as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(GIVEN.is_sorted_by(|before, after| before < after));
        assert!(GIVEN.iter().all(|name| folded(name) == *name));
    }
}
