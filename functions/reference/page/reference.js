// Starts Swagger UI on this API's own document. All addresses are relative to the page, which may be
// served below the path of a stage.
'use strict';

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Fills in a fresh Idempotency-Key in the visible field, so that the operator can reuse it. */
function freshKeys({ React }) {
  const parameterRow = (Row) =>
    function ParameterRow(props) {
      const { rawParam, pathMethod, specSelectors, onChange, isExecute } = props;
      const isKey = rawParam.get('name') === IDEMPOTENCY_KEY && rawParam.get('in') === 'header';
      const given = specSelectors.parameterWithMetaByIdentity(pathMethod, rawParam).get('value');
      const isMissing = isKey && isExecute && !given;
      React.useEffect(() => {
        if (isMissing) onChange(rawParam, crypto.randomUUID(), false);
      }, [isMissing]);
      const row = React.createElement(Row, props);
      return isKey && isExecute ? React.createElement(React.Fragment, null, row, hint) : row;
    };
  const hint = React.createElement(
    'tr',
    null,
    React.createElement(
      'td',
      { className: 'fresh-key', colSpan: 2 },
      'Filled in for you. Requests with the same key take effect once; clear the field for a new key.',
    ),
  );
  return { wrapComponents: { parameterRow } };
}

const ADDRESS = new URL('openapi.json', location.href).href;

/**
 * The page is at the address of the API also behind a proxy, of whose address the document does not know. Its policy lets
 * it call no other one.
 */
function serveFromHere(answer) {
  if (answer.url !== ADDRESS || !answer.ok) return answer;
  const document = JSON.parse(answer.text);
  document.servers = [{ url: new URL('.', ADDRESS).href.replace(/\/$/, '') }];
  return { ...answer, text: JSON.stringify(document) };
}

const ui = SwaggerUIBundle({
  url: ADDRESS,
  responseInterceptor: serveFromHere,
  domNode: document.getElementById('reference'),
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [freshKeys],
  layout: 'BaseLayout',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // No external validator sees the document, and query parameters cannot replace it.
  validatorUrl: null,
  queryConfigEnabled: false,
  oauth2RedirectUrl: new URL('docs/oauth2-redirect.html', location.href).href,
  onComplete: prepareSignIn,
});

function prepareSignIn() {
  const scheme = ui.specSelectors.specJson().getIn(['components', 'securitySchemes', 'operator']);
  if (!scheme) return;
  ui.initOAuth({
    clientId: scheme.get('x-client-id'),
    scopes: [...scheme.getIn(['flows', 'authorizationCode', 'scopes']).keys()],
    usePkceWithAuthorizationCodeGrant: true,
  });
}
