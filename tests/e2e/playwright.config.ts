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
 * Browser tests against the built app on a running server. Each worker starts its own server (tests/support), so
 * there is no `webServer` here. The browser is found by `npm test` and comes as CHROMIUM_PATH.
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
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Recording every step costs half the speed; ask for it when a failure has to be understood.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      // A browser under test connects only to the server under test.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${LEFT_OUT.join(',')}`,
      ],
    },
  },
})
