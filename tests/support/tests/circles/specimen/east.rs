use crate::west::Deep;

pub(crate) struct Sunrise(Deep);
