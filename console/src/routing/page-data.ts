// What the shell knows of a page before its chunk is loaded.
import type { OperatorPermission } from '../session/permissions.ts';

export interface PageData {
  /** The heading of the page, also in the window's title and the breadcrumbs. */
  readonly title: () => string;
  /** One of these is needed to see the page. */
  readonly permissions: readonly OperatorPermission[];
  /** The pages above this one, for the breadcrumbs, from the top. */
  readonly parents: readonly PageParent[];
  /** The page opens records beside a list, and moves the focus by itself. */
  readonly keepsFocus?: boolean;
}

export interface PageParent {
  readonly title: () => string;
  readonly path: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly page?: PageData;
  }
}
