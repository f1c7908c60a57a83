use crate::east::Sunrise;

pub(crate) fn both(_: Sunrise) -> String {
    format!("{:?}", crate::west::horizon())
}

#[cfg(test)]
mod tests {
    use crate::south;
}
