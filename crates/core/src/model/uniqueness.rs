//! # Uniqueness
//!
//! **Promises** nothing, but estimates how many people of the population are alone with their
//! quasi-identifiers, from a table that is a random sample of it: a row that is unique in the table
//! may have doubles among those who are not in it.
//!
//! **Against** someone who has a register of the population: whoever is unique there is recognised
//! for certain. Of the rows of the table as many as the sampled share of these people are.
//!
//! **Not promised** that the estimate is near. From a few percent of the people it can be off by far
//! more than a factor of two: in simulations of skewed populations 519 were estimated where 2,209
//! were unique, from 1 %; and where all combinations of values are about equally likely, it is far
//! too high. So an interval stands beside it, which holds the truth with a confidence of 95 %
//! whatever the population is like: it follows from the rows that are alone and in pairs, and is
//! wide where the sample is small. Where it reaches beyond half or twice the estimate, the result
//! says that the sample does not decide. All of
//! them assume a random sample: of a table from which rare rows were suppressed they are too low.
//! With a register at hand, count: `k-map`.
//!
//! **Example** with the population's size known, `check` tells the estimate beside the counts:
//!
//! `incrowd check study.csv --qi age,sex,zip,job --population 50000`
//!
//! **Defined** by three estimators from the sizes of the table's classes. Zayatz (1991) takes the
//! population's classes to be as large as the sample's, and traces each unique row back by Bayes'
//! rule. The slide negative binomial, SNB (Chen and Keller-McNulty 1998), takes class sizes to be
//! one more than a negative binomial variable, such that as many classes of one row and of two rows
//! are expected as there are. Pitman (Hoshino 2001) takes people to open and to join classes as
//! Pitman's sampling formula says, with the likeliest parameters. Dankar, El Emam, Neisa and Roffey
//! (2012) say which to believe: Pitman for samples of up to a tenth of the population, else the
//! lesser of SNB and Zayatz; Zayatz where the other has no solution.
//!
//! **Deviations** Pitman's expectation is exact, not its limit for large populations, and its alpha
//! is never below 0. With n rows of N people no estimate is further than N - n from the unique
//! rows, as the truth cannot be.
//!
//! **Cost** milliseconds: only the histogram of class sizes is worked on.
