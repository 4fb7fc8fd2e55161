import { readFileSync } from 'node:fs'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { manifestIn, writeEnglishManifest } from './scripts/build/app-manifest.ts'
import { checkChunkLists, chunkNameOf, namedIn } from './scripts/build/chunk-groups.ts'
import { ENTRY, SIGNED_IN } from './scripts/build/chunk-lists.ts'
import { firstPaint } from './scripts/build/first-paint.ts'
import { keepPreviousChunks } from './scripts/build/keep-previous-chunks.ts'
import { listLicences } from './scripts/build/list-licences.ts'
import { importMarkdown } from './scripts/build/markdown-sections.ts'
import { prerenderPages } from './scripts/build/prerender-pages.ts'
import { splitWorkerFile } from './scripts/build/split-worker.ts'

const testing = process.env['VITEST'] !== undefined
const server = `http://127.0.0.1:${process.env['PORT'] ?? '4000'}`

const licences = listLicences()
const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
}

const pagePlugins = [
  firstPaint(),
  prerenderPages(),
  checkChunkLists(),
  licences.write(),
  writeEnglishManifest(),
  keepPreviousChunks(),
  tanstackRouter({
    target: 'react',
    // Route files load their screen themselves (lazyRouteComponent); splitting them again would double the requests.
    autoCodeSplitting: false,
    routesDirectory: './src/routes',
    generatedRouteTree: './src/routes/route-tree.gen.ts',
    routeFileIgnorePattern: '\\.gen\\.',
    addExtensions: true,
    quoteStyle: 'single',
    semicolons: false,
  }),
  VitePWA({
    strategies: 'injectManifest',
    includeManifestIcons: false,
    srcDir: 'sw',
    filename: 'sw.ts',
    injectRegister: false,
    manifest: manifestIn('sw'),
    injectManifest: {
      rollupFormat: 'iife',
      // The manifest is added by the plugin; naming it here would list it twice. Of the icons notifications show one;
      // the others are fetched when the app is installed, which needs a connection anyway.
      globPatterns: ['**/*.{js,css,html,woff2,wasm}', 'icons/icon-192.png'],
      // The second QR engine comes last: all else works before it has arrived.
      manifestTransforms: [
        async (files) => ({
          manifest: files.toSorted(
            (a, b) => Number(a.url.endsWith('.wasm')) - Number(b.url.endsWith('.wasm')),
          ),
        }),
      ],
      // What works only with the server needs no offline copy; Firebase is loaded to reach Google's.
      // The landing page before its scripts is for the first visit only.
      globIgnores: ['**/administration*', '**/firebase*', 'landing.*.html'],
      maximumFileSizeToCacheInBytes: 3 * 1024 * 1024,
      buildPlugins: { vite: [licences.write()] },
    },
  }),
  splitWorkerFile(),
]

/** What the PDF writer would load for work that nothing here asks of it. */
const stubbedPackages = ['html2canvas', 'dompurify', 'canvg'].map((find) => ({
  find,
  replacement: new URL('./src/workers/empty-module.ts', import.meta.url).pathname,
}))

/** Packs a spreadsheet where it is written, as the content policy allows. */
const fflateReplacement = {
  find: /^fflate$/,
  replacement: new URL('./src/workers/export-invoices/zip-in-worker.ts', import.meta.url).pathname,
}

/** Suites about numbering, queues and order, where a database that waits for the disk may show something else. */
const postgresSuites = 'tests/server/{sync,invoices,fiscal,jobs}/**/*.test.ts'

export default defineConfig({
  resolve: { alias: [...stubbedPackages, fflateReplacement] },
  plugins: [
    ...(testing ? [] : pagePlugins),
    importMarkdown(),
    // Lingui's macros are expanded by Babel, which only sees the files that use them; React comes after.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui({ failOnCompileError: true, failOnMissing: true }),
  ],
  worker: { format: 'es', plugins: () => (testing ? [] : [licences.collect()]) },
  define: { RISITI_VERSION: JSON.stringify(version) },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/api', '/dev', '/sim', '/slip', '/healthz'].map((path) => [path, { target: server }]),
    ),
  },
  build: {
    target: 'es2022',
    manifest: true,
    // Chunks name each other by names that do not change: a phone fetches the changed ones, not all that import them.
    chunkImportMap: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Packages the first paint needs, in one file that only changes when a package does.
            {
              name: 'framework',
              test: /node_modules\/|^\0(rolldown|vite)\//,
              tags: ['$initial'],
              priority: 10,
            },
            // Our own part of the first paint, with what the pages before a login share beside it.
            { name: 'start', test: /\/src\/(?!i18n\/locales)/, tags: ['$initial'], priority: 9 },
            { name: 'entry', test: namedIn(ENTRY), priority: 9 },
            { name: 'shop', test: namedIn(SIGNED_IN), priority: 8 },
            // Everything else by what is opened together.
            { name: chunkNameOf, debugName: 'parts', includeDependenciesRecursively: false, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    restoreMocks: true,
    // A bound for a busy machine; nothing waits for it when things go well.
    expect: { poll: { timeout: 45_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/{server,faults,failover,e2e,bench}/**'],
          setupFiles: ['tests/support/own-indexed-db.ts'],
          // Reading the modules again for each file took half of the time.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          // `npm test` leaves to the project `postgres` what is run there as well.
          exclude: [
            'tests/server/{simulation,several-servers}/**',
            ...(process.env['SERVER_SUITES'] === 'others' ? [postgresSuites] : []),
          ],
          setupFiles: ['tests/support/remember-hashes.ts'],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // Each file replaces parts of its process: storage, network, clock.
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          setupFiles: ['tests/support/remember-hashes.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // On a PostgreSQL that waits for the disk: DATABASE_URL's, or a second packaged one. POSTGRES_SUITES=all
          // runs every server suite and the faults there.
          name: 'postgres',
          include:
            process.env['POSTGRES_SUITES'] === 'all'
              ? ['tests/{server,faults}/**/*.test.ts']
              : ['tests/server/several-servers/**/*.test.ts', postgresSuites],
          exclude: ['tests/server/simulation/**'],
          env: { TEST_CLUSTER: 'postgres' },
          setupFiles: ['tests/support/remember-hashes.ts'],
          isolate: process.env['POSTGRES_SUITES'] === 'all',
          testTimeout: 150_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // A step of its own: it works in processes of its own, two at a time.
          name: 'simulation',
          include: ['tests/server/simulation/**/*.test.ts'],
          // Only what hangs: beside other steps it runs with the time that they leave.
          testTimeout: 4_800_000,
          maxConcurrency: 2,
        },
      },
      {
        extends: true,
        test: {
          // Only by `npm run test:failover`: it needs root and a database that fails over.
          name: 'failover',
          include: ['tests/failover/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
