hieraReport.starts(0,"answers",[0]);
