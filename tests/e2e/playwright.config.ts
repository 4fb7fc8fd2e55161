import { defineConfig } from '@playwright/test'

/**
 * Parts of a desktop browser that only cost time here. The last list counts, so Playwright's own list is
 * repeated before the two of the address bar, which is drawn again for each phone.
 */
const LEFT_OUT = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
  'LensOverlay',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/**
 * A browser without windows lacks background sync, push messages, the permission to notify and the update of a worker:
 * these files and the tests with this tag need them.
 */
const NEEDS_WINDOWS =
  /@windows|(?:faults-process|faults-worker|notifications|sessions|shared-phone|transfer|update)\.spec/

// A browser under test connects only to the server under test.
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${LEFT_OUT.join(',')}`,
]

const browserAt = (path: string | undefined) => ({
  launchOptions: { ...(path ? { executablePath: path } : {}), args: ARGUMENTS },
})

const CHROMIUM = process.env['CHROMIUM_PATH']
/** Without windows the tests take a quarter less processor time. */
const HEADLESS_SHELL = process.env['HEADLESS_SHELL_PATH'] ?? CHROMIUM

/**
 * Browser tests against the built app on a running server. Each worker starts its own server (tests/support), so
 * there is no `webServer` here. The browsers are found by `npm test` and come as CHROMIUM_PATH and HEADLESS_SHELL_PATH.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/e2e',
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // One more than the two cores these run on: a test waits for its server now and then.
  workers: Number(process.env['E2E_WORKERS'] ?? 3),
  // Bounds for a busy machine; nothing waits for them when things go well.
  timeout: 480_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Recording every step costs half the speed; ask for it when a failure has to be understood.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'chromium', grep: NEEDS_WINDOWS, use: browserAt(CHROMIUM) },
    { name: 'without windows', grepInvert: NEEDS_WINDOWS, use: browserAt(HEADLESS_SHELL) },
  ],
})
