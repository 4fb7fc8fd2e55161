import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Language } from '#i18n/language.ts'

/** A part of a document below one heading: `id` is its anchor, the same in both languages; `html` is our own text. */
export type HelpSection = {
  readonly id: string
  readonly title: string
  readonly html: string
  readonly text: string
}

export const HELP_NAMES = ['faqs', 'user-manual', 'updates', 'license-agreement', 'privacy-policy'] as const
export type HelpName = (typeof HELP_NAMES)[number]

type Content = { readonly sections: readonly HelpSection[] }

export type HelpDocument = {
  /** As in spec §2. */
  readonly path:
    | '/help/FAQs'
    | '/help/user-manual'
    | '/updates'
    | '/help/license-agreement'
    | '/help/privacy-policy'
  readonly title: MessageDescriptor
  readonly about: MessageDescriptor
  /** Each language is a file of its own: a phone loads only the one that it shows. */
  readonly load: Readonly<Record<Language, () => Promise<Content>>>
}

export const HELP_DOCUMENTS: Readonly<Record<HelpName, HelpDocument>> = {
  faqs: {
    path: '/help/FAQs',
    title: msg`Frequently asked questions`,
    about: msg`Short answers about receipts, statuses, connection and price`,
    load: { en: () => import('./content/en/faqs.md'), sw: () => import('./content/sw/faqs.md') },
  },
  'user-manual': {
    path: '/help/user-manual',
    title: msg`User manual`,
    about: msg`Step by step: selling, receipts, expenses, several phones`,
    load: {
      en: () => import('./content/en/user-manual.md'),
      sw: () => import('./content/sw/user-manual.md'),
    },
  },
  updates: {
    path: '/updates',
    title: msg`What is new`,
    about: msg`What each version brought`,
    load: { en: () => import('./content/en/updates.md'), sw: () => import('./content/sw/updates.md') },
  },
  'license-agreement': {
    path: '/help/license-agreement',
    title: msg`Licence agreement`,
    about: msg`What you may do, what it costs, what we promise each other`,
    load: {
      en: () => import('./content/en/license-agreement.md'),
      sw: () => import('./content/sw/license-agreement.md'),
    },
  },
  'privacy-policy': {
    path: '/help/privacy-policy',
    title: msg`Privacy policy`,
    about: msg`What is stored, where, for how long, and your rights`,
    load: {
      en: () => import('./content/en/privacy-policy.md'),
      sw: () => import('./content/sw/privacy-policy.md'),
    },
  },
}
