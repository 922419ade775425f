/** @type {import('next').NextConfig} */
export default {
  // It starts a script of its own, which a bundle does not have.
  serverExternalPackages: ['example-scenario'],
  turbopack: { root: import.meta.dirname },
};
