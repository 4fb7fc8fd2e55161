import { expect, it } from 'vitest'
import { browserIntent, inAppBrowserOf } from '#domain/devices/in-app-browser.ts'

const ANDROID = 'Mozilla/5.0 (Linux; Android 13; SM-A037F'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

it.each([
  [`${ANDROID}) ${CHROME}`, null],
  [`${ANDROID}; wv) ${CHROME}`, 'android'],
  [`${ANDROID}; wv) ${CHROME} [FB_IAB/FB4A;FBAV/480.0.0.0]`, 'android'],
  [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, null],
  // On the home screen: without the word Safari, and no other app.
  [`${IPHONE} Mobile/15E148`, null],
  [`${IPHONE} Mobile/15E148 Instagram 350.0`, 'other'],
  [`${IPHONE} Mobile/15E148 WhatsApp/24.1`, 'other'],
])('%s is a browser inside another app: %s', (userAgent, expected) => {
  expect(inAppBrowserOf(userAgent)).toBe(expected)
})

it('an intent of Android opens the same address in the browser of the phone', () => {
  expect(browserIntent(new URL('https://risiti.example/receipt/4F?a=1#top'))).toBe(
    'intent://risiti.example/receipt/4F?a=1#Intent;scheme=https;action=android.intent.action.VIEW;end',
  )
})
