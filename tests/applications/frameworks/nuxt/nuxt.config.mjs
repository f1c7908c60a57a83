// The form decides what the server sends.
const name = process.env.NAME;

export default {
  ssr: name !== "nuxt-client",
  app: { baseURL: `/${name}/` },
  buildDir: `.nuxt-${name}`,
  nitro: { output: { dir: `.output-${name}` } },
  experimental: { payloadExtraction: false },
  telemetry: false,
  compatibilityDate: "2026-01-01",
};
