program hello; begin writeln('unused') end.
