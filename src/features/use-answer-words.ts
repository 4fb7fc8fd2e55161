import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { SendAnswer } from '#sync/send-and-tell.ts'

/**
 * The answer to "send now" in words. There is one for everything that can come of it. What needs the person stands
 * `below` the words in the sync centre; `elsewhere` they are told where to look.
 */
export function useAnswerWords(place: 'below' | 'elsewhere'): (answer: SendAnswer) => string {
  const { t } = useLingui()
  return ({ kind, sent, left }) => {
    switch (kind) {
      case 'nothing-waits':
        return t`Nothing waits. This phone has the newest from the server.`
      case 'all-sent':
        return t`Everything is sent.`
      case 'needs-you':
        return place === 'below'
          ? t`What could go is sent. The rest needs you: see below.`
          : t`What could go is sent. The rest needs you: look under Sending.`
      case 'waits-for-wifi':
        return t`Everything else is sent. Large files wait for Wi-Fi.`
      case 'later':
        return sent > 0
          ? t`${plural(left, {
              one: 'Part of it is sent. # more goes out by itself.',
              other: 'Part of it is sent. # more go out by themselves.',
            })}`
          : t`The server takes it a little later. It goes out by itself.`
      case 'offline':
        return t`There is no network. Everything is kept on this phone and goes out by itself when the line is back.`
      case 'no-server':
        return t`There is a network, but our server cannot be reached. It is tried again by itself.`
      case 'log-in':
        return t`Log in to send. Nothing is lost.`
      case 'blocked':
        return t`TRA has blocked the company. What waits is kept until the block ends.`
      case 'stopped':
        return place === 'below'
          ? t`Nothing goes out now: the reason stands below. What waits is kept.`
          : t`Nothing goes out now: the reason stands under Sending. What waits is kept.`
      case 'update':
        return t`Update the app to send. Nothing is lost.`
    }
  }
}
