import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { SendReport } from '#sync/send-report.ts'

/**
 * The result of "send now" in words, one sentence for each possible result. In the sync centre the work that needs
 * the person is listed `below` the message; `elsewhere` the message says where to find it.
 */
export function useSendResultMessage(place: 'below' | 'elsewhere'): (answer: SendReport) => string {
  const { t } = useLingui()
  return ({ kind, sent, remaining: left }) => {
    switch (kind) {
      case 'nothing-waits':
        return t`Nothing to send. This phone is up to date.`
      case 'all-sent':
        return t`Everything was sent.`
      case 'needs-you':
        return place === 'below'
          ? t`Part of it was sent. The rest needs your attention: see below.`
          : t`Part of it was sent. The rest needs your attention: see Sending.`
      case 'waits-for-wifi':
        return t`Everything else was sent. Large files are waiting for Wi-Fi.`
      case 'later':
        return sent > 0
          ? t`${plural(left, {
              one: 'Part of it was sent. # more will be sent automatically.',
              other: 'Part of it was sent. # more will be sent automatically.',
            })}`
          : t`The server is busy. It will be sent automatically in a moment.`
      case 'offline':
        return t`No network. Everything is saved on this phone and will be sent automatically when you are back online.`
      case 'no-server':
        return t`You are online, but our server cannot be reached. We will try again automatically.`
      case 'log-in':
        return t`Log in to send. Nothing is lost.`
      case 'blocked':
        return t`TRA has blocked the company. Unsent records are kept until the block is lifted.`
      case 'stopped':
        return place === 'below'
          ? t`Nothing can be sent now: see the reason below. Your records are safe.`
          : t`Nothing can be sent now: see the reason under Sending. Your records are safe.`
      case 'update':
        return t`Update the app to send. Nothing is lost.`
    }
  }
}
