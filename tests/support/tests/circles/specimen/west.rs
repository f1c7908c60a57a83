mod inner;

pub(crate) use inner::Deep;

use crate::east;

pub(crate) fn horizon() -> Option<east::Sunrise> {
    None
}
