//! # Uniqueness
//!
//! **Promises** no guarantee. It estimates how many people of the population have unique
//! quasi-identifiers, from a table that is a random sample: a row that is unique in the table may
//! have equals in the population.
//!
//! **Against** an attacker who has a register of the population and recognises unique people with
//! certainty. The expected number of such rows is the sampling fraction times the unique people.
//!
//! **Not promised** an accurate estimate. From a few percent of the people it can be wrong by much
//! more than a factor of two: in a simulation of a skewed population, 519 were estimated from a
//! sample of 1 % and 2,209 were unique. If all combinations of values are about equally likely, it
//! is far too high. A 95 % confidence interval that holds for any population is therefore reported
//! with it; it follows from the unique rows and pairs, and is wide if the sample is small. If it
//! extends beyond half or twice the estimate, the result says that the sample does not decide. All
//! estimates assume a random sample; if rare rows were suppressed, they are too low. If you have a
//! register, use `k-map` instead.
//!
//! **Example** if the size of the population is known, `check` reports the estimate with the
//! counts:
//!
//! `incrowd check study.csv --qi age,sex,zip,job --population 50000`
//!
//! **Defined** by three estimators from the sizes of the table's classes. Zayatz (1991) takes the
//! population's classes to be as large as the sample's, and traces each unique row back by Bayes'
//! rule. The slide negative binomial, SNB (Chen and Keller-McNulty 1998), takes class sizes to be
//! one more than a negative binomial variable, such that as many classes of one row and of two rows
//! are expected as there are. Pitman (Hoshino 2001) takes people to open and to join classes as
//! Pitman's sampling formula says, with the likeliest parameters. Dankar, El Emam, Neisa and Roffey
//! (2012) recommend: Pitman for samples of up to a tenth of the population, else the lesser of SNB
//! and Zayatz; Zayatz where the other has no solution.
//!
//! **Deviations** Pitman's expectation is exact, not its limit for large populations, and its alpha
//! is never below 0. With n rows of N people no estimate is further than N - n from the unique
//! rows, as the truth cannot be.
//!
//! **Cost** milliseconds: only the histogram of class sizes is worked on.
