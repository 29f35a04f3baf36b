// The root of all pages. Pages hang their routes below it; the shell around them is part of the router.
import { createRootRoute } from '@tanstack/react-router';

export const rootRoute = createRootRoute();
