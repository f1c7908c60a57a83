// Shows the API description. Nothing but this site is asked: no validator, no remote styles.
"use strict";
const place = document.getElementById("ui");
SwaggerUIBundle({
  url: place.dataset.description,
  domNode: place,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  withCredentials: true,
});
