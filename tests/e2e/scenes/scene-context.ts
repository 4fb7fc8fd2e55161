import type { Page } from '@playwright/test'
import type { AuthorityControl } from '../../support/authority-control.ts'
import type { FaultProxy } from '../../support/fault-proxy.ts'
import type { ServerView } from '../../support/server-view.ts'
import type { Phone } from '../fixtures.ts'
import type { Translate } from '../steps/translate.ts'

/** Where a scene runs: one phone, in English, signed in or signed out. */
export type SceneContext = {
  readonly phone: Phone
  readonly page: Page
  readonly translate: Translate
  readonly authority: AuthorityControl
  /** The server as the owner of the main company sees it. */
  readonly owner: ServerView
  readonly faultProxy: FaultProxy
}

/** One screen, sheet or dialog of the app in a certain state, with the way there. */
export type Scene = {
  readonly name: string
  readonly open: (stage: SceneContext) => Promise<void>
  /**
   * Messages appear during the check (a refusal, the connection gone, what was typed) and take the room they
   * need.
   */
  readonly notifications?: true
  /** Words that stay as they were when the screen was opened, whatever language is chosen meanwhile. */
  readonly keptWords?: readonly string[]
  /** Undoes what would disturb the next scene. */
  readonly after?: (stage: SceneContext) => Promise<void>
}

/** Scenes of one person. */
export type SceneGroup = {
  /** Who is signed in; `null` is signed out. */
  readonly as: string | null
  readonly scenes: readonly Scene[]
  /** `@windows`: in the whole browser, which can be permitted to notify. */
  readonly tag?: '@windows'
}
