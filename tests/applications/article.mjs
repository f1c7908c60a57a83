// The article that every application shows: ten paragraphs of about the same length, so that shares
// can be told by counting paragraphs.
export const title = "How tides work";
export const paragraphs = [
  "Tides are the slow rise and fall of the sea, twice a day on most coasts, and people who live beside the water have counted their hours for longer than they have written anything.",
  "The Moon pulls at the ocean below it more than at the solid Earth, and at the Earth more than at the ocean behind it, so two broad bulges of water form on opposite sides.",
  "As the planet turns beneath those bulges, each harbour passes through both of them in little more than one day, which is why high water comes back some fifty minutes later every time.",
  "The Sun does the same with less than half the strength, being so much farther away, and the two of them add up at new moon and full moon to what sailors call springs.",
  "At the quarters they work against each other, the range shrinks to its smallest, and the neaps that follow leave boats afloat which a week before lay dry upon the mud for hours.",
  "How far the water climbs depends on the shape of the land much more than on the sky, since a narrowing bay squeezes the wave and lifts it higher with every mile it travels.",
  "In the middle of the ocean the difference is hardly half a metre, while a few funnels on the map see more than fourteen, and small enclosed seas may show next to nothing at all.",
  "Weather bends the tables too, because a steady wind from the sea piles water against the shore and low pressure lets the surface rise, and both together make the floods that people remember.",
  "Harbours keep gauges to measure all this, once a float in a well with a pencil upon paper, now a radar that looks down from the pier and sends its numbers every single minute.",
  "From a year of such numbers the next ones follow by patient arithmetic, as every beat of Sun and Moon returns in its own time, and the tables for next summer are already printed.",
];
// How many paragraphs the server sends where a script adds the rest.
export const sent = { most: 8, some: 6, few: 2 };
