var parameters=void 0,body=void 0,bodyFaults=void 0;export{body,bodyFaults,parameters};
