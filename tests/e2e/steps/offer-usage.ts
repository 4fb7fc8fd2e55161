import type { FaultProxy } from '../../support/fault-proxy.ts'

const USAGE_SETTINGS = {
  firebase: {
    apiKey: 'key',
    appId: '1:2:web:3',
    projectId: 'risiti-mfano',
    messagingSenderId: '2',
    vapidKey: 'B',
    measurementId: 'G-1A2B3C',
  },
  webPushKey: null,
  choices: {
    'invoice-issued': true,
    'invoice-refused': true,
    'z-report-refused': true,
    'company-blocked': true,
    'certificate-ends': true,
    'work-lost': true,
    'phone-copied': true,
    'insight-severe': true,
  },
  registered: false,
}

/**
 * Makes the proxy answer, to both sections of the settings that ask, that this server keeps usage statistics.
 * Other tests prove what is then sent.
 */
export function offerUsage(proxy: FaultProxy): void {
  const headers = { 'content-type': 'application/json' }
  const answer = { kind: 'answer', status: 200, headers, body: JSON.stringify(USAGE_SETTINGS) } as const
  proxy.inject(/notifications\/settings/, answer, 2)
}
