// The form decides what the server sends.
export default {
  basePath: `/${process.env.NAME}`,
  distDir: `.next-${process.env.NAME}`,
  output: process.env.NAME === "next-static" ? "export" : undefined,
  trailingSlash: true,
  env: { FORM: process.env.NAME },
  turbopack: { root: process.env.ROOT },
};
